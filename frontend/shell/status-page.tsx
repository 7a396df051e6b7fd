import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import styles from "./status-page.module.css";

/** A page with a heading, a short text and one action. On wide screens, `art` is shown beside them. */
export function StatusPage({ art, children }: { art?: ReactNode; children: ReactNode }) {
  return (
    <div className={classNames(styles.page, art !== undefined && styles.withArt)}>
      <div className={styles.words}>{children}</div>
      {art && <div className={styles.art}>{art}</div>}
    </div>
  );
}
