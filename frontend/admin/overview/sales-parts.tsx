import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { describeChange } from "./figure-copy.ts";
import { figureInfo } from "./figure-info.ts";
import { Definition, FigureTableHead } from "./figure-table.tsx";
import styles from "./figures.module.css";
import shapes from "../frame/shapes.module.css";
import { salesQuery, type SalesPart } from "./queries.ts";
import { parseRange, useFigureHref } from "./range.ts";

const SHOWN = 8;

/** Returns the name of a country; empty is unknown. */
export function nameCountry(i18n: I18n, code: string): string {
  return code === "" ? i18n._(msg`Unknown country`) : formatsOf(i18n).country(code);
}

/** Returns the name of a product; empty is unknown. */
export function nameProduct(i18n: I18n, { key, name }: Pick<SalesPart, "key" | "name">): string {
  return name ?? (key === "" ? i18n._(msg`Unknown product`) : i18n._(msg`Deleted product`));
}

/** Revenue by product and by country. */
export function SalesParts({ currency, isCompared }: { currency: string; isCompared: boolean }) {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const own = (parts: SalesPart[]) => parts.filter((part) => part.currency === currency);
  return (
    <QueryBoundary
      query={useQuery(salesQuery(parseRange(params)))}
      skeleton={<Skeleton width="100%" height="12rem" />}
    >
      {({ products, countries }) => (
        <div className={styles.columns}>
          <Parts
            title={t`Revenue by product`}
            figure="product"
            parts={own(products)}
            nameOf={(part) => nameProduct(i18n, part)}
            currency={currency}
            isCompared={isCompared}
          />
          <Parts
            title={t`Revenue by country`}
            figure="country"
            parts={own(countries)}
            nameOf={({ key }) => nameCountry(i18n, key)}
            currency={currency}
            isCompared={isCompared}
          />
        </div>
      )}
    </QueryBoundary>
  );
}

function Parts({
  title,
  figure,
  parts,
  nameOf,
  currency,
  isCompared,
}: {
  title: string;
  figure: "product" | "country";
  parts: SalesPart[];
  nameOf: (part: SalesPart) => string;
  currency: string;
  isCompared: boolean;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const hrefOf = useFigureHref(currency);
  const money = (value: number) => formats.money(value, currency, "exact");
  const others = parts.slice(SHOWN);
  const otherCount = others.length;
  const otherRevenue = money(others.reduce((sum, part) => sum + part.revenueMinor, 0));
  return (
    <div>
      <table className={styles.figures} aria-label={title}>
        <FigureTableHead name={title} isCompared={isCompared} />
        <tbody>
          {parts.slice(0, SHOWN).map((part) => {
            const name = nameOf(part);
            return (
              <tr key={part.key}>
                <th scope="row">{name}</th>
                <td className={styles.value}>
                  <Link
                    href={hrefOf(figure, part.key)}
                    aria-label={t`${name}: ${{ amount: money(part.revenueMinor) }}. View details`}
                  >
                    {money(part.revenueMinor)}
                  </Link>
                </td>
                {isCompared && (
                  <>
                    <td className={styles.before}>{money(part.before ?? 0)}</td>
                    <td className={styles.change}>
                      {describeChange(i18n, part.revenueMinor, part.before)}
                    </td>
                  </>
                )}
              </tr>
            );
          })}
          {parts.length === 0 && (
            <tr>
              <td colSpan={4}>{t`No payments in this period`}</td>
            </tr>
          )}
        </tbody>
      </table>
      {otherCount > 0 && (
        <p className={shapes.soft}>
          <Plural
            value={otherCount}
            one={`# more with ${otherRevenue} in revenue`}
            other={`# more with ${otherRevenue} in total revenue`}
          />
        </p>
      )}
      <Definition info={{ ...figureInfo[figure], name: msg`How is this calculated?` }} />
    </div>
  );
}
