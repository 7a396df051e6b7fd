import styles from "./prose.module.css";

/** Shows HTML that the Worker rendered from Markdown. Never pass other HTML: it isn't sanitized here. */
export function Prose({ html }: { html: string }) {
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
