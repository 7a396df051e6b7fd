import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { figureInfo } from "./figure-info.ts";
import { Definition } from "./figure-table.tsx";
import styles from "./figures.module.css";
import { type CurrencyFigures, type FigureName, cohortsQuery, type Cohort } from "./queries.ts";
import { msg } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { formatPeriod } from "./figure-copy.ts";
import shapes from "../frame/shapes.module.css";

const kinds = ["new", "reactivated", "expansion", "contraction", "churned"] as const;

/** From the MRR at the beginning of the days to that at their end: what was added and what was lost. */
export function Movements({
  recurring,
  currency,
  hrefOf,
}: {
  recurring: NonNullable<CurrencyFigures["recurring"]>;
  currency: string;
  hrefOf: (figure: FigureName) => string;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const money = (value: number) => formats.money(value, currency, "exact");
  const signed = (value: number) => (value > 0 ? `+${money(value)}` : money(value));
  const { opening, movements, mrr } = recurring;
  return (
    <table className={styles.figures} aria-label={t`MRR movements`}>
      <thead>
        <tr>
          <th scope="col">{t`MRR movements`}</th>
          <th scope="col">{t`Customers`}</th>
          <th scope="col">{t`MRR`}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t`Start of period`}</th>
          <td>{formats.number(opening.subscribers)}</td>
          <td>{money(opening.mrrMinor)}</td>
        </tr>
        {kinds.map((kind) => {
          const { amountMinor, count } = movements[kind];
          const info = figureInfo[`mrr_${kind}`];
          return (
            <tr key={kind}>
              <th scope="row">
                <Definition info={info} />
              </th>
              <td>{formats.number(count)}</td>
              <td className={styles.value}>
                <Link
                  href={hrefOf(`mrr_${kind}`)}
                  aria-label={t`${{ name: i18n._(info.name) }}: ${{ amount: signed(amountMinor) }}. View details`}
                >
                  {signed(amountMinor)}
                </Link>
              </td>
            </tr>
          );
        })}
        <tr data-total="true">
          <th scope="row">{t`End of period`}</th>
          <td>{formats.number(recurring.subscribers.total ?? 0)}</td>
          <td>{money(mrr.total ?? 0)}</td>
        </tr>
      </tbody>
    </table>
  );
}

const info = {
  name: msg`How is this calculated?`,
  about: msg`Each row is a group of customers who paid for a subscription for the first time in that month. Month 0 is that month. The other columns show the share of these customers who paid for a subscription at the end of each following month. The last value in each row is for the current month, so it can still change. Customers who come back are counted again.`,
};

/** Which share of each month's new subscribers still pays, month by month; not changed by the chosen days. */
export function Cohorts() {
  const { t } = useLingui();
  return (
    <div>
      <h3 className={styles.name}>{t`Retention by month of first payment`}</h3>
      <QueryBoundary
        query={useQuery(cohortsQuery)}
        skeleton={<Skeleton width="100%" height="12rem" />}
      >
        {({ cohorts }) =>
          cohorts.length === 0 ? (
            <p className={shapes.soft}>
              {t`Retention appears here after the first subscription payment.`}
            </p>
          ) : (
            <CohortTable cohorts={cohorts} />
          )
        }
      </QueryBoundary>
      <Definition info={info} />
    </div>
  );
}

function CohortTable({ cohorts }: { cohorts: Cohort[] }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const months = Math.max(...cohorts.map(({ retained }) => retained.length));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, by keyboard too
    <section className={styles.scroll} aria-label={t`Retention`} tabIndex={0}>
      <table className={styles.cohorts} aria-label={t`Retention by cohort`}>
        <thead>
          <tr>
            <th scope="col">{t`Month`}</th>
            <th scope="col">{t`New subscribers`}</th>
            {Array.from({ length: months }, (_, month) => (
              <th scope="col" key={month} aria-label={t`Month ${month}`}>
                {month}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, size, retained }) => (
            <tr key={month}>
              <th scope="row">{formatPeriod(i18n, month, "short")}</th>
              <td>{formats.number(size)}</td>
              {retained.map((count, index) => (
                <td key={index} data-share={Math.floor((count / size) * 4)}>
                  {formats.percent(Math.round((count / size) * 100) / 100)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
