import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { consolePaths } from "../frame/console-paths.ts";
import { describeChange, formatAxisCount, formatAxisMoney } from "./figure-copy.ts";
import { figureInfo } from "./figure-info.ts";
import { Definition, deriveFigure, type Figure } from "./figure-table.tsx";
import styles from "./figures.module.css";
import type { PlotProps } from "./plot.tsx";
import type { CurrencyFigures, Overview } from "./queries.ts";
import { useFigureHref } from "./range.ts";
import { LazyPlot } from "./section-parts.tsx";

type Values = { values: (number | null)[]; previousValues: (number | null)[] | null };

type Tile = Pick<PlotProps, "shape" | "formatTick"> & {
  figure: Figure;
  flow: Values;
  isCount?: boolean;
};

/** How the shop is doing: revenue, MRR and new customers, each with a small plot. Without subscriptions, payments. */
export function KeyFigures({
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
  const { currency, revenue, recurring, payments, newCustomers } = figures;
  const hrefOf = useFigureHref(currency);
  const money = (value: number) => formats.money(value, currency, "exact");
  const amounts = { formatTick: (value: number) => formatAxisMoney(i18n, value, currency) };
  const counts = { formatTick: (value: number) => formatAxisCount(i18n, value), isCount: true };
  const tiles: Tile[] = [
    {
      figure: {
        info: figureInfo.revenue,
        value: revenue.total,
        before: revenue.before,
        format: money,
        href: hrefOf("revenue"),
      },
      flow: revenue,
      shape: "bars",
      ...amounts,
    },
    recurring
      ? {
          figure: deriveFigure(
            "mrr",
            recurring.mrr,
            money,
            `${consolePaths.subscriptions}?status=active`,
          ),
          flow: recurring.mrr,
          shape: "line",
          ...amounts,
        }
      : {
          figure: deriveFigure("paymentCount", payments, formats.number, hrefOf("gross")),
          flow: payments,
          shape: "bars",
          ...counts,
        },
    {
      figure: {
        info: figureInfo.new_customers,
        value: newCustomers.total,
        before: newCustomers.before,
        format: formats.number,
        href: hrefOf("new_customers"),
      },
      flow: newCustomers,
      shape: "bars",
      ...counts,
    },
  ];
  return (
    <ul className={styles.tiles} aria-label={t`Key figures`}>
      {tiles.map(({ figure, flow, ...plot }) => (
        <li key={figure.info.name.id}>
          <KeyFigure
            figure={figure}
            isCompared={isCompared}
            plot={{
              ...plot,
              label: i18n._(figure.info.name),
              periods: overview.periods,
              values: flow.values,
              previous:
                isCompared && overview.comparedPeriods && flow.previousValues
                  ? { periods: overview.comparedPeriods, values: flow.previousValues }
                  : null,
              format: figure.format,
              today: overview.today,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function KeyFigure({
  figure,
  isCompared,
  plot,
}: {
  figure: Figure;
  isCompared: boolean;
  plot: PlotProps;
}) {
  const { t, i18n } = useLingui();
  const { info, value, format, href } = figure;
  const text = value === null ? "–" : format(value);
  const note = useComparison(figure, isCompared);
  return (
    <>
      <Definition info={info} />
      <p className={styles.number}>
        {href && value !== null ? (
          <Link href={href} aria-label={t`${{ name: i18n._(info.name) }}: ${text}. View details`}>
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      {plot.periods.length > 1 ? (
        <LazyPlot {...plot} size="small" note={note} />
      ) : (
        <p className={styles.note}>{note}</p>
      )}
    </>
  );
}

/** Says how a figure differs from what it is compared with; empty if it isn't. */
function useComparison({ value, before, format }: Figure, isCompared: boolean): string {
  const { t, i18n } = useLingui();
  if (!isCompared || before === null) return "";
  const previous = format(before);
  if (value === before) return t`No change from ${previous}`;
  const change = describeChange(i18n, value, before);
  return change === "" ? t`Compared to ${previous}` : t`${change} from ${previous}`;
}
