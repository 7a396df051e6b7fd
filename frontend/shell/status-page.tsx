import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import styles from "./status-page.module.css";

/** A page that says one thing: a heading, a few sentences, one thing to do; on wide screens beside a picture. */
export function StatusPage({ art, children }: { art?: ReactNode; children: ReactNode }) {
  return (
    <div className={classNames(styles.page, art !== undefined && styles.withArt)}>
      <div className={styles.words}>{children}</div>
      {art && <div className={styles.art}>{art}</div>}
    </div>
  );
}
