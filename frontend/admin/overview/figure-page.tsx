import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "wouter";
import { api, read } from "../../http/client.ts";
import { formatTimeZone } from "../../i18n/time-zones.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { ExportButton } from "../list/export-button.tsx";
import { LoadMore, usePages } from "../list/load-more.tsx";
import { ListDay } from "../list/table.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { getCustomerLabel } from "../orders/order-copy.ts";
import { formatSpan } from "./figure-copy.ts";
import { figureInfo } from "./figure-info.ts";
import styles from "./figures.module.css";
import { toSourceHref } from "./latest-sales.tsx";
import {
  overviewKey,
  overviewQuery,
  salesQuery,
  type FigureName,
  type FigureRow,
} from "./queries.ts";
import { parseRange } from "./range.ts";
import { nameCountry, nameProduct } from "./sales-parts.tsx";

/** `/admin/figures/:figure`: the rows that a figure of the overview counts. */
export default function FigurePage() {
  const { t } = useLingui();
  const { figure } = useParams<{ figure: string }>();
  return Object.hasOwn(figureInfo, figure) ? (
    <Rows figure={figure as FigureName} />
  ) : (
    <ConsolePage
      title={t`Figure not found`}
      parent={{ href: consolePaths.overview, name: t`Overview` }}
    >
      <p>{t`Check the URL, or go back to the overview.`}</p>
    </ConsolePage>
  );
}

function Rows({ figure }: { figure: FigureName }) {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const isAdmin = useIsAdmin();
  const range = parseRange(params);
  const [currency, key] = [params.get("currency") ?? undefined, params.get("key") ?? undefined];
  const query = {
    figure,
    ...range,
    ...(currency && { currency }),
    ...(key !== undefined && { key }),
  };
  const list = usePages([...overviewKey, "rows", query], (cursor) =>
    read(api.admin.overview.rows.$get({ query: { ...query, ...cursor } })),
  );
  const isUpcoming = figure === "renewals_7d" || figure === "renewals_30d";
  // Says which days the range means.
  const overview = useQuery({ ...overviewQuery(range), enabled: !isUpcoming }).data;
  const part = usePartName(figure, key);
  const shown = [...params].filter(([name]) => name !== "key");
  return (
    <ConsolePage
      title={part ?? i18n._(figureInfo[figure].name)}
      parent={{ href: `${consolePaths.overview}?${new URLSearchParams(shown)}`, name: t`Overview` }}
      description={
        <>
          {!isUpcoming &&
            overview &&
            t`${{ days: formatSpan(i18n, overview.span) }} (${{ timeZone: formatTimeZone(overview.timeZone) }}).`}{" "}
          {i18n._(figureInfo[figure].about)}
        </>
      }
      actions={
        isAdmin && (
          <ExportButton
            path={`overview-${figure}`}
            href={`/api/admin/overview/rows/export?${new URLSearchParams(query as Record<string, string>)}`}
          />
        )
      }
    >
      <QueryBoundary query={list} skeleton={<Skeleton width="100%" height="16rem" />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.items);
          if (rows.length > 0)
            return <RowTable rows={rows} figure={figure} isComplete={!list.hasNextPage} />;
          // Of a rare country or product, the first payments of a large shop may have none.
          if (list.hasNextPage) return null;
          return (
            <EmptyState
              title={t`No data for this period`}
              text={t`Choose a different period on the overview.`}
            />
          );
        }}
      </QueryBoundary>
      <LoadMore list={list} />
    </ConsolePage>
  );
}

/** Returns the name of the product or the country whose rows are shown. */
function usePartName(figure: FigureName, key: string | undefined): string | null {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const isProduct = figure === "product";
  const { data } = useQuery({ ...salesQuery(parseRange(params)), enabled: isProduct });
  if (figure === "country") return t`Revenue: ${{ country: nameCountry(i18n, key ?? "") }}`;
  if (!isProduct) return null;
  const part = data?.products.find((each) => each.key === (key ?? ""));
  return part ? t`Revenue: ${{ product: nameProduct(i18n, part) }}` : null;
}

function RowTable({
  rows,
  figure,
  isComplete,
}: {
  rows: FigureRow[];
  figure: FigureName;
  isComplete: boolean;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const hasAmounts = rows.some(({ amountMinor }) => amountMinor !== null);
  const total = rows.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
  const currencies = new Set(rows.map(({ currency }) => currency));
  const [currency] = currencies;
  const isOfDay = figure.startsWith("mrr_");
  return (
    <table className={styles.rows} aria-label={i18n._(figureInfo[figure].name)}>
      <thead>
        <tr>
          <th scope="col">{t`Date`}</th>
          <th scope="col">{t`Customer`}</th>
          <th scope="col">{t`Product`}</th>
          {hasAmounts && <th scope="col">{t`Amount`}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const href = toSourceHref(row);
          const when = isOfDay ? formatSpan(i18n, toDay(row.at)) : <ListDay at={row.at} />;
          return (
            <tr key={`${row.id} ${row.at}`}>
              <th scope="row">{when}</th>
              <td>
                {row.userId ? (
                  <Link href={consolePaths.customer(row.userId)}>
                    {getCustomerLabel(i18n, row)}
                  </Link>
                ) : (
                  "–"
                )}
              </td>
              <td>
                {href ? (
                  <Link href={href}>{row.product ?? t`Other payment`}</Link>
                ) : (
                  (row.product ?? "–")
                )}
              </td>
              {hasAmounts && (
                <td>
                  {row.amountMinor !== null &&
                    row.currency !== null &&
                    formats.money(row.amountMinor, row.currency, "exact")}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {isComplete ? (
              <Plural value={{ count: rows.length }} one="# row" other="# rows" />
            ) : (
              <Plural value={{ count: rows.length }} one="First # row" other="First # rows" />
            )}
          </th>
          {hasAmounts && (
            <td>{currencies.size === 1 && currency && formats.money(total, currency, "exact")}</td>
          )}
        </tr>
      </tfoot>
    </table>
  );
}

function toDay(at: number): { from: string; to: string } {
  const day = new Date(at).toISOString().slice(0, 10);
  return { from: day, to: day };
}
