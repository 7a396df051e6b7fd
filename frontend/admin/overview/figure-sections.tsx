import { Trans, useLingui } from "@lingui/react/macro";
import {
  deriveFigure,
  divideFlows,
  FigureTable,
  type Figure,
  type Flow,
  listRecurringFigures,
} from "./figure-table.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { consolePaths } from "../frame/console-paths.ts";
import { Cohorts, Movements } from "./subscription-tables.tsx";
import { computeConverted, divide, formatAxisCount, formatAxisMoney } from "./figure-copy.ts";
import { derivedInfo, figureInfo } from "./figure-info.ts";
import { FigurePlot, Exports, Section } from "./section-parts.tsx";
import styles from "./figures.module.css";
import shapes from "../frame/shapes.module.css";
import type { CurrencyFigures, FigureName, Overview } from "./queries.ts";
import { SalesParts } from "./sales-parts.tsx";
import { Upcoming } from "./upcoming.tsx";
import { useFigureHref } from "./range.ts";

/** The figures of one currency, by section. @param props.isCompared whether the shop has figures of the days before */
export function FigureSections({
  overview,
  figures,
  isCompared,
}: {
  overview: Overview;
  figures: CurrencyFigures;
  isCompared: boolean;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { currency } = figures;
  const hrefOf = useFigureHref(currency);
  const money = (value: number) => formats.money(value, currency, "exact");
  const sum = (name: FigureName, flow: Flow): Figure => ({
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
    isDeducted: true,
  });
  const count = (name: FigureName, flow: Flow): Figure => ({
    ...sum(name, flow),
    format: formats.number,
  });
  const roundedMoney = (value: number) => money(Math.round(value));
  const { convertedTrials, lostTrials } = overview;
  const plotProps = { periods: overview.periods, today: overview.today };
  const previousOf = (values: (number | null)[] | null) =>
    isCompared && overview.comparedPeriods && values
      ? { periods: overview.comparedPeriods, values }
      : null;
  const { recurring } = figures;
  const unsettled = money(figures.unsettled.total);
  const converted = computeConverted(figures);
  const currencyCode = currency.toUpperCase();
  const isByDay = overview.unit === "day";

  return (
    <>
      <Section title={t`Revenue`} actions={<Exports />}>
        <div className={styles.columns}>
          {overview.periods.length > 1 && (
            <section aria-label={t`Revenue over time`}>
              <FigurePlot
                {...plotProps}
                label={isByDay ? t`Revenue by day` : t`Revenue by month`}
                values={figures.revenue.values}
                previous={previousOf(figures.revenue.previousValues)}
                shape="bars"
                format={money}
                formatTick={(value) => formatAxisMoney(i18n, value, currency)}
              />
            </section>
          )}
          <div>
            <FigureTable
              label={t`Revenue`}
              isCompared={isCompared}
              figures={[
                sum("gross", figures.gross),
                minus(sum("refunded", figures.refunded)),
                { ...sum("revenue", figures.revenue), isTotal: true },
                minus(sum("disputed", figures.disputed)),
                minus(sum("fees", figures.fees)),
                ...(converted.total || converted.before
                  ? [deriveFigure("converted", converted, money)]
                  : []),
                { ...sum("net", figures.net), isTotal: true },
                sum("payouts", figures.paidOut),
              ]}
            />
          </div>
        </div>
        {figures.unsettled.total > 0 && (
          <p className={shapes.soft}>
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
              <h3 className={styles.name}>{i18n._(derivedInfo.mrr.name)}</h3>
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
          <p className={shapes.soft}>
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
            deriveFigure(
              "active",
              overview.active,
              formats.number,
              `${consolePaths.subscriptions}?status=active`,
            ),
            deriveFigure(
              "trialing",
              overview.trialing,
              formats.number,
              `${consolePaths.subscriptions}?status=trialing`,
            ),
            count("trials", overview.trials),
            count("converted_trials", convertedTrials),
            count("lost_trials", lostTrials),
            deriveFigure(
              "trialConversion",
              divideFlows(convertedTrials, {
                total: convertedTrials.total + lostTrials.total,
                before: (convertedTrials.before ?? 0) + (lostTrials.before ?? 0),
              }),
              formats.percent,
              hrefOf("converted_trials"),
            ),
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
            deriveFigure(
              "perCustomer",
              {
                total: divide(figures.cumulative.revenueMinor, figures.cumulative.customers),
                before: divide(
                  figures.cumulativeBefore?.revenueMinor ?? null,
                  figures.cumulativeBefore?.customers ?? null,
                ),
              },
              roundedMoney,
              consolePaths.customers,
            ),
            deriveFigure("paymentCount", figures.payments, formats.number, hrefOf("gross")),
            deriveFigure(
              "perPayment",
              divideFlows(figures.revenue, figures.payments),
              roundedMoney,
              hrefOf("revenue"),
            ),
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
            deriveFigure(
              "checkoutConversion",
              divideFlows(overview.completedCheckouts, overview.checkouts),
              formats.percent,
              hrefOf("completed_checkouts"),
            ),
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
