import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

type Kind = "primary" | "secondary" | "plain" | "danger";

/** A button. While `busy`, it keeps the focus and ignores clicks. */
export function Button({
  kind = "secondary",
  busy = false,
  className,
  onClick,
  ...props
}: ComponentProps<"button"> & { kind?: Kind; busy?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={busy || undefined}
      className={classNames(styles.button, styles[kind], className)}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    />
  );
}

/** A link that looks like a button. `external` links load a page from the server instead of a page of the app. */
export function ButtonLink({
  kind = "secondary",
  href,
  external = false,
  children,
}: {
  kind?: Kind;
  href: string;
  external?: boolean;
  children: ReactNode;
}) {
  const className = classNames(styles.button, styles[kind]);
  return external ? (
    <a href={href} className={className}>
      {children}
    </a>
  ) : (
    <Link href={href} className={className}>
      {children}
    </Link>
  );
}
