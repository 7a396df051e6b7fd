import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import styles from "./history.module.css";

/** A history that is collapsed until it is opened. The Worker draws it without its entries. */
export function FoldedHistory({
  productName,
  children,
}: {
  productName: string;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <details className={styles.history}>
      <summary aria-label={t`History of ${productName}`}>{t`History`}</summary>
      {children}
    </details>
  );
}
