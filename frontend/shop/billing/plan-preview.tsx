import { Trans, useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { describePreviewLine, explainNextCharge } from "./plan-copy.ts";
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
  const { i18n } = useLingui();
  const formats = useFormats();
  const formatAmount = (amountMinor: number) =>
    formats.money(amountMinor, preview.currency, "exact");
  return (
    <>
      <dl className={styles.amounts}>
        {preview.lines.map((line, index) => (
          <div key={index}>
            <dt>{describePreviewLine(i18n, line)}</dt>
            <dd>{formatAmount(line.amountMinor)}</dd>
          </div>
        ))}
        {preview.taxMinor !== 0 && (
          <div>
            <dt>
              <Trans>Tax</Trans>
            </dt>
            <dd>{formatAmount(preview.taxMinor)}</dd>
          </div>
        )}
        <div className={styles.due}>
          <dt>
            <Trans>Due today</Trans>
          </dt>
          <dd>{formatAmount(preview.dueNowMinor)}</dd>
        </div>
        {preview.creditMinor > 0 && (
          <div>
            <dt>
              <Trans>Credit toward your next payments</Trans>
            </dt>
            <dd>{formatAmount(preview.creditMinor)}</dd>
          </div>
        )}
      </dl>
      <p>{explainNextCharge(i18n, preview)}</p>
    </>
  );
}
