import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

/** Code or JSON, with a button that copies it. Long lines scroll, or wrap with `wrap`. */
export function CodeBlock({
  label,
  code,
  title,
  wrap = false,
}: {
  /** What it is, for screen readers: "curl", "the event". */
  label: string;
  code: string;
  /** A line above it, e.g. a file's name. */
  title?: string | undefined;
  wrap?: boolean;
}) {
  return (
    <figure className={styles.block} aria-label={label}>
      <figcaption className={styles.head}>
        <span>{title}</span>
        <CopyButton text={code} label={`Copy ${label}`} />
      </figcaption>
      {/* Focusable, because keyboards scroll only what has the focus. */}
      <pre className={styles.code} data-wrap={wrap} tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
