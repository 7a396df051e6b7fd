import type { ReactNode } from "react";
import styles from "./field.module.css";

/** Places fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
