import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

/** Says that a list is empty, and offers a next step. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
