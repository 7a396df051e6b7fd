import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describeChange, divide } from "./figure-copy.ts";
import { derivedInfo, type FigureInfo } from "./figure-info.ts";
import styles from "./figures.module.css";
import { consolePaths } from "../frame/console-paths.ts";
import type { Formats } from "../../../worker/shared/formats.ts";
import type { CurrencyFigures, FigureName } from "./queries.ts";

/** One figure. `value` and `before` are numbers of the same kind; null is not known. */
export type Figure = {
  info: FigureInfo;
  value: number | null;
  /** Of the days that the range is compared with. */
  before: number | null;
  format: (value: number) => string;
  /** The rows that it counts. */
  href?: string | undefined;
  /** A sum of the figures above it. */
  isTotal?: boolean;
  /** What is taken off, such as refunds: shown as negative amounts, of which a larger one is an increase. */
  isDeducted?: boolean;
};

/** A value and the one that it is compared with. */
export type Flow = { total: number | null; before: number | null };

/** Returns a figure that follows from others. */
export const deriveFigure = (
  name: keyof typeof derivedInfo,
  { total, before }: Flow,
  format: Figure["format"],
  href?: string,
): Figure => ({ info: derivedInfo[name], value: total, before, format, href });

/** Divides a value by another, and so for what they are compared with. */
export const divideFlows = (part: Flow, whole: Flow): Flow => ({
  total: divide(part.total, whole.total),
  before: divide(part.before, whole.before),
});

/** Figures with their definitions, what they were on the days compared with, and links to what they count. */
export function FigureTable({
  label,
  figures,
  isCompared,
}: {
  label: string;
  figures: Figure[];
  isCompared: boolean;
}) {
  const { t } = useLingui();
  return (
    <table className={styles.figures} aria-label={label}>
      <FigureTableHead name={t`Metric`} isCompared={isCompared} />
      <tbody>
        {figures.map((figure) => (
          <FigureRow key={figure.info.name.id} figure={figure} isCompared={isCompared} />
        ))}
      </tbody>
    </table>
  );
}

/** The columns of a table of figures. @param props.name what a row is */
export function FigureTableHead({ name, isCompared }: { name: string; isCompared: boolean }) {
  const { t } = useLingui();
  return (
    <thead>
      <tr>
        <th scope="col">{name}</th>
        <th scope="col">{t`This period`}</th>
        {isCompared && (
          <>
            <th scope="col">{t`Comparison`}</th>
            <th scope="col">
              <VisuallyHidden>{t`Change`}</VisuallyHidden>
            </th>
          </>
        )}
      </tr>
    </thead>
  );
}

function FigureRow({ figure, isCompared }: { figure: Figure; isCompared: boolean }) {
  const { t, i18n } = useLingui();
  const { info, value, before, format, href, isTotal, isDeducted } = figure;
  const text = value === null ? "–" : format(value);
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row">
        <Definition info={info} />
      </th>
      <td className={styles.value}>
        {href && value !== null ? (
          <Link href={href} aria-label={t`${{ name: i18n._(info.name) }}: ${text}. View details`}>
            {text}
          </Link>
        ) : (
          text
        )}
      </td>
      {isCompared && (
        <>
          <td className={styles.before}>{before === null ? "–" : format(before)}</td>
          <td className={styles.change}>{describeChange(i18n, value, before, isDeducted)}</td>
        </>
      )}
    </tr>
  );
}

/** A figure's name, which opens its definition. */
export function Definition({ info }: { info: FigureInfo }) {
  const { i18n } = useLingui();
  return (
    <details className={styles.definition}>
      <summary>{i18n._(info.name)}</summary>
      <p>{i18n._(info.about)}</p>
    </details>
  );
}

const activeHref = `${consolePaths.subscriptions}?status=active`;

/** Returns subscribers, MRR per subscriber and churn; none if there never was a subscription in the currency. */
export function listRecurringFigures(
  formats: Formats,
  recurring: CurrencyFigures["recurring"],
  money: (value: number) => string,
  hrefOf: (figure: FigureName) => string,
): Figure[] {
  if (!recurring) return [];
  const { mrr, subscribers, opening, movements, previous } = recurring;
  const countChurn = (moved: typeof movements, begun: typeof opening) =>
    divide(moved.churned.count, begun.subscribers + moved.new.count + moved.reactivated.count);
  const revenueChurn = (moved: typeof movements, begun: typeof opening) =>
    divide(
      -(moved.churned.amountMinor + moved.contraction.amountMinor),
      begun.mrrMinor +
        moved.new.amountMinor +
        moved.reactivated.amountMinor +
        moved.expansion.amountMinor,
    );
  const compare = (churn: typeof countChurn) => ({
    total: churn(movements, opening),
    before: previous && churn(previous.movements, previous.opening),
  });
  return [
    deriveFigure("subscribers", subscribers, formats.number, activeHref),
    deriveFigure(
      "perSubscriber",
      divideFlows(mrr, subscribers),
      (value) => money(Math.round(value)),
      activeHref,
    ),
    deriveFigure("subscriberChurn", compare(countChurn), formats.percent, hrefOf("mrr_churned")),
    deriveFigure("revenueChurn", compare(revenueChurn), formats.percent, hrefOf("mrr_churned")),
  ];
}
