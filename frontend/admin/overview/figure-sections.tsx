import { Trans, useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { consolePaths } from "../frame/console-paths.ts";
import { Cohorts } from "./cohorts.tsx";
import { divide, formatAxisCount, formatAxisMoney } from "./figure-copy.ts";
import { derivedInfo, figureInfo } from "./figure-info.ts";
import { FigurePlot } from "./figure-plot.tsx";
import { FigureTable, type Figure } from "./figure-table.tsx";
import styles from "./figures.module.css";
import { LatestSales } from "./latest-sales.tsx";
import { Movements } from "./movements.tsx";
import type { CurrencyFigures, FigureName, Overview } from "./queries.ts";
import { listRecurringFigures } from "./recurring-figures.ts";
import { SalesParts } from "./sales-parts.tsx";
import { Exports, Headline, Section } from "./section-parts.tsx";
import { Upcoming } from "./upcoming.tsx";
import { useFigureHref } from "./use-figure-href.ts";

/** The figures of one currency, by section. */
export function FigureSections({
  overview,
  figures,
}: {
  overview: Overview;
  figures: CurrencyFigures;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { currency } = figures;
  const hrefOf = useFigureHref(currency);
  const isCompared = overview.compared !== null;
  const money = (value: number) => formats.money(value, currency, "exact");
  const sum = (name: FigureName, flow: { total: number; before: number | null }): Figure => ({
    info: figureInfo[name],
    value: flow.total,
    before: flow.before,
    format: money,
    href: hrefOf(name),
  });
  const minus = (figure: Figure): Figure => ({
    ...figure,
    value: -(figure.value ?? 0) || 0,
    before: figure.before === null ? null : -figure.before || 0,
  });
  const count = (name: FigureName, flow: { total: number; before: number | null }): Figure => ({
    ...sum(name, flow),
    format: formats.number,
  });
  const plotProps = { periods: overview.periods, today: overview.today };
  const previousOf = (values: (number | null)[] | null) =>
    overview.comparedPeriods && values ? { periods: overview.comparedPeriods, values } : null;
  const { recurring } = figures;
  const host = globalThis.location.host;
  const unsettled = money(figures.unsettled.total);
  const currencyCode = currency.toUpperCase();
  const isByDay = overview.unit === "day";

  return (
    <>
      <div className={styles.top}>
        <section className={styles.main} aria-label={t`Revenue over time`}>
          <Headline figure={sum("revenue", figures.revenue)} isCompared={isCompared} />
          {overview.hasSales ? (
            overview.periods.length > 1 && (
              <FigurePlot
                {...plotProps}
                label={isByDay ? t`Revenue by day` : t`Revenue by month`}
                values={figures.revenue.values}
                previous={previousOf(figures.revenue.previousValues)}
                shape="bars"
                format={money}
                formatTick={(value) => formatAxisMoney(i18n, value, currency)}
              />
            )
          ) : (
            <p className={styles.hint}>
              <Trans>
                No sales yet. Share your shop: <a href="/">{host}</a>. New payments appear here
                within seconds.
              </Trans>
            </p>
          )}
        </section>
        <LatestSales sales={overview.latestSales} />
      </div>

      <Section title={t`Revenue`} actions={<Exports />}>
        <FigureTable
          label={t`Revenue`}
          isCompared={isCompared}
          figures={[
            sum("gross", figures.gross),
            minus(sum("refunded", figures.refunded)),
            { ...sum("revenue", figures.revenue), isTotal: true },
            minus(sum("disputed", figures.disputed)),
            minus(sum("fees", figures.fees)),
            { ...sum("net", figures.net), isTotal: true },
            sum("payouts", figures.paidOut),
          ]}
        />
        {figures.unsettled.total > 0 && (
          <p className={styles.hint}>
            <Trans>
              Stripe hasn’t settled {unsettled} yet. It isn’t included in Net because its fees
              aren’t known.
            </Trans>
          </p>
        )}
        <SalesParts currency={currency} isCompared={isCompared} />
      </Section>

      <Section title={t`Subscriptions`}>
        {recurring ? (
          <div className={styles.columns}>
            <div>
              <Headline
                figure={{
                  info: derivedInfo.mrr,
                  value: recurring.mrr.total,
                  before: recurring.mrr.before,
                  format: money,
                }}
                isCompared={isCompared}
              />
              {overview.periods.length > 1 && (
                <FigurePlot
                  {...plotProps}
                  label={isByDay ? t`MRR by day` : t`MRR by month`}
                  values={recurring.mrr.values}
                  previous={previousOf(recurring.mrr.previousValues)}
                  shape="line"
                  format={money}
                  formatTick={(value) => formatAxisMoney(i18n, value, currency)}
                />
              )}
            </div>
            <Movements recurring={recurring} currency={currency} hrefOf={hrefOf} />
          </div>
        ) : (
          <p className={styles.hint}>
            <Trans>
              No subscriptions in {currencyCode} yet. MRR, churn, and retention appear with the
              first one.
            </Trans>
          </p>
        )}
        <FigureTable
          label={t`Subscriptions`}
          isCompared={isCompared}
          figures={[
            ...listRecurringFigures(formats, recurring, money, hrefOf),
            count("started", overview.started),
            count("ended", overview.ended),
            {
              info: derivedInfo.active,
              value: overview.active.total,
              before: overview.active.before,
              format: formats.number,
              href: `${consolePaths.subscriptions}?status=active`,
            },
            {
              info: derivedInfo.trialing,
              value: overview.trialing.total,
              before: overview.trialing.before,
              format: formats.number,
              href: `${consolePaths.subscriptions}?status=trialing`,
            },
            count("trials", overview.trials),
            count("converted_trials", overview.convertedTrials),
            count("lost_trials", overview.lostTrials),
            {
              info: derivedInfo.trialConversion,
              value: divide(
                overview.convertedTrials.total,
                overview.convertedTrials.total + overview.lostTrials.total,
              ),
              before: divide(
                overview.convertedTrials.before,
                (overview.convertedTrials.before ?? 0) + (overview.lostTrials.before ?? 0),
              ),
              format: formats.percent,
              href: hrefOf("converted_trials"),
            },
          ]}
        />
        <Cohorts />
      </Section>

      <Section title={t`Customers`}>
        <FigureTable
          label={t`Customers`}
          isCompared={isCompared}
          figures={[
            count("new_customers", figures.newCustomers),
            {
              info: derivedInfo.perCustomer,
              value: divide(figures.toDate.revenueMinor, figures.toDate.customers),
              before: divide(
                figures.toDateBefore?.revenueMinor ?? null,
                figures.toDateBefore?.customers ?? null,
              ),
              format: (value) => money(Math.round(value)),
              href: consolePaths.customers,
            },
            {
              info: derivedInfo.paymentCount,
              value: figures.payments.total,
              before: figures.payments.before,
              format: formats.number,
              href: hrefOf("gross"),
            },
            {
              info: derivedInfo.perPayment,
              value: divide(figures.revenue.total, figures.payments.total),
              before: divide(figures.revenue.before, figures.payments.before),
              format: (value) => money(Math.round(value)),
              href: hrefOf("revenue"),
            },
          ]}
        />
      </Section>

      <Section title={t`Checkout`}>
        {overview.checkouts.total > 0 && overview.periods.length > 1 && (
          <FigurePlot
            {...plotProps}
            label={isByDay ? t`Checkouts started by day` : t`Checkouts started by month`}
            values={overview.checkouts.values}
            previous={previousOf(overview.checkouts.previousValues)}
            shape="bars"
            isCount
            format={formats.number}
            formatTick={(value) => formatAxisCount(i18n, value)}
          />
        )}
        <FigureTable
          label={t`Checkout`}
          isCompared={isCompared}
          figures={[
            count("checkouts", overview.checkouts),
            count("completed_checkouts", overview.completedCheckouts),
            {
              info: derivedInfo.checkoutConversion,
              value: divide(overview.completedCheckouts.total, overview.checkouts.total),
              before: divide(overview.completedCheckouts.before, overview.checkouts.before),
              format: formats.percent,
              href: hrefOf("completed_checkouts"),
            },
            count("failed", overview.failed),
          ]}
        />
      </Section>

      <Section title={t`Upcoming`}>
        <Upcoming currency={currency} hrefOf={hrefOf} />
      </Section>
    </>
  );
}
