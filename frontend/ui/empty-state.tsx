import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

/** Says that a list is empty, and offers a next step. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
