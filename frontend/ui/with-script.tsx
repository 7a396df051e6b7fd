import type { ReactNode } from "react";
import styles from "./with-script.module.css";

/** Text that is only true while scripts run. What stands in its place without them belongs in a `<noscript>`. */
export function WithScript({ children }: { children: ReactNode }) {
  return <span className={styles.withScript}>{children}</span>;
}
