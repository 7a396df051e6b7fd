import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import styles from "./billing.module.css";
import { describePreviewLine } from "./plan-copy.ts";
import type { PlanPreview as Preview } from "./queries.ts";

/** How the cost of a change is calculated. Shows nothing where nothing is. */
export function Calculation({ preview }: { preview: Preview }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const formatAmount = (amountMinor: number) =>
    formats.money(amountMinor, preview.currency, "exact");
  const { lines, taxMinor, creditMinor } = preview;
  if (lines.length === 0 && taxMinor === 0 && creditMinor === 0) return null;
  return (
    <dl className={styles.amounts}>
      {lines.map((line, index) => (
        <div key={index}>
          <dt>{describePreviewLine(i18n, line)}</dt>
          <dd>{formatAmount(line.amountMinor)}</dd>
        </div>
      ))}
      {taxMinor !== 0 && (
        <div>
          <dt>{t`Tax`}</dt>
          <dd>{formatAmount(taxMinor)}</dd>
        </div>
      )}
      {creditMinor > 0 && (
        <div>
          <dt>{t`Credit toward your next payments`}</dt>
          <dd>{formatAmount(creditMinor)}</dd>
        </div>
      )}
    </dl>
  );
}
