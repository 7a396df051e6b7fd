import type { ReactNode } from "react";
import styles from "./status-page.module.css";

/** A page that says one thing: a heading, a few sentences, one thing to do. */
export function StatusPage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}
