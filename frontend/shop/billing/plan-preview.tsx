import { formatMoney } from "../../ui/format-money.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { explainNextCharge } from "./plan-copy.ts";
import styles from "./plan-preview.module.css";
import type { PlanPreview as Preview } from "./queries.ts";

/** Shows what a change costs today, how that is calculated, and the next charge; a skeleton while it loads. */
export function PlanPreview({ preview }: { preview: Preview | undefined }) {
  return (
    <div className={styles.preview} aria-live="polite" aria-busy={!preview}>
      {preview ? <Amounts preview={preview} /> : <SkeletonLines lines={3} />}
    </div>
  );
}

function Amounts({ preview }: { preview: Preview }) {
  const formatAmount = (amountMinor: number) => formatMoney(amountMinor, preview.currency, "exact");
  return (
    <>
      <dl className={styles.amounts}>
        {preview.lines.map(({ description, amountMinor }, index) => (
          <div key={index}>
            <dt>{description}</dt>
            <dd>{formatAmount(amountMinor)}</dd>
          </div>
        ))}
        {preview.taxMinor !== 0 && (
          <div>
            <dt>Tax</dt>
            <dd>{formatAmount(preview.taxMinor)}</dd>
          </div>
        )}
        <div className={styles.due}>
          <dt>Due today</dt>
          <dd>{formatAmount(preview.dueNowMinor)}</dd>
        </div>
        {preview.creditMinor > 0 && (
          <div>
            <dt>Credit, taken off what comes next</dt>
            <dd>{formatAmount(preview.creditMinor)}</dd>
          </div>
        )}
      </dl>
      <p>{explainNextCharge(preview)}</p>
    </>
  );
}
