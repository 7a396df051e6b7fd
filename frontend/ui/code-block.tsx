import { useLingui } from "@lingui/react/macro";
import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

/** Code or JSON, with a button that copies it. Long lines wrap, so that nothing has to be scrolled sideways. */
export function CodeBlock({
  label,
  code,
  title,
}: {
  /** What it is, for screen readers: "the event". */
  label: string;
  code: string;
  /** A line above it, e.g. a file's name. */
  title?: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <figure className={styles.block} aria-label={label}>
      <figcaption className={styles.head}>
        <span>{title}</span>
        <CopyButton text={code} label={t`Copy ${label}`} />
      </figcaption>
      <pre className={styles.code}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
