import type { ReactNode } from "react";
import { Link } from "wouter";
import styles from "./list.module.css";

/** A row that is nothing more. */
export function PlainRow({ children }: { children: ReactNode }) {
  return <tr>{children}</tr>;
}

/**
 * The content of a cell.
 * @param props.href makes the content a link, which covers the whole row
 * @param props.detail a second, quieter line
 */
export function Cell({
  href,
  detail,
  children,
}: {
  href: string | undefined;
  detail: ReactNode;
  children: ReactNode;
}) {
  const content =
    href === undefined ? (
      children
    ) : (
      <Link href={href} className={styles.rowLink}>
        {children}
      </Link>
    );
  if (!detail) return content;
  return (
    <span className={styles.lines}>
      {content}
      <span className={styles.detail} title={typeof detail === "string" ? detail : undefined}>
        {detail}
      </span>
    </span>
  );
}
