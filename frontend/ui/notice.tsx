import type { ReactNode } from "react";
import styles from "./notice.module.css";

/** Something the person should know, in place. Errors interrupt a screen reader, the rest waits its turn. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: "info" | "error";
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === "error" ? "alert" : "status"}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
