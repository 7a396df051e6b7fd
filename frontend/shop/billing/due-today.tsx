import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import styles from "./billing.module.css";

/** What a change charges at once. */
export function DueToday({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <p className={styles.due}>
      <span>{t`Due today`}</span> <span>{formats.money(amountMinor, currency, "exact")}</span>
    </p>
  );
}
