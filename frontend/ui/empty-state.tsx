import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

/** Nothing here yet, and where to go from here. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
