import type { ReactNode } from "react";
import styles from "./notice.module.css";

/** A message within the page. Errors interrupt a screen reader, other messages don't. */
export function Notice({
  tone,
  title,
  text,
  children,
}: {
  tone: "info" | "error";
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === "error" ? "alert" : "status"}>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
