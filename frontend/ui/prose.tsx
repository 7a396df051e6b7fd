import styles from "./prose.module.css";

/** A long text. The Worker renders it from Markdown with raw HTML escaped; nothing else may be passed here. */
export function Prose({ html }: { html: string }) {
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
