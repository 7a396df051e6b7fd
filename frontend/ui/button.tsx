import { useId, type ComponentProps, type ReactNode } from "react";
import { Link } from "wouter";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

type Kind = "primary" | "secondary" | "plain" | "danger";

/**
 * A button. While `busy`, it keeps the focus and ignores clicks. A button that cannot be used yet gets a
 * `disabledReason`, a sentence that says why: it stays in the tab order, looks disabled, and shows the sentence when it
 * is pointed at, focused or pressed.
 */
export function Button({
  kind = "secondary",
  busy = false,
  className,
  onClick,
  ...props
}: Omit<ComponentProps<"button">, "disabled"> & {
  kind?: Kind;
  busy?: boolean;
  disabledReason?: string | undefined;
}) {
  const reasonId = useId();
  const { disabledReason: reason, ...rest } = props;
  const isBlocked = busy || reason !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      aria-disabled={isBlocked || undefined}
      aria-describedby={reason === undefined ? rest["aria-describedby"] : reasonId}
      data-busy={busy || undefined}
      className={classNames(styles.button, styles[kind], className)}
      onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
    />
  );
  if (!("disabledReason" in props)) return button;
  // The wrapper stays when the reason goes, so that the button keeps the focus.
  return (
    <span className={styles.explained}>
      {button}
      {reason !== undefined && (
        <span id={reasonId} role="tooltip" className={styles.reason}>
          {reason}
        </span>
      )}
    </span>
  );
}

/** A link that looks like a button. `external` links load a page from the server instead of a page of the app. */
export function ButtonLink({
  kind = "secondary",
  href,
  external = false,
  opensTab = false,
  label,
  children,
}: {
  kind?: Kind;
  href: string;
  external?: boolean;
  /** Opens a tab of its own, for `external` links. */
  opensTab?: boolean;
  /** What screen readers say instead, beginning with the same words: "Open the handbook". */
  label?: string | undefined;
  children: ReactNode;
}) {
  const className = classNames(styles.button, styles[kind]);
  return external ? (
    <a
      href={href}
      target={opensTab ? "_blank" : undefined}
      aria-label={label}
      className={className}
    >
      {children}
    </a>
  ) : (
    <Link href={href} aria-label={label} className={className}>
      {children}
    </Link>
  );
}
