import styles from "./changing-text.module.css";

/** A text that follows what the user chooses. Without scripts it would not, so another one stands in its place. */
export function ChangingText({ text, withoutScript }: { text: string; withoutScript: string }) {
  return (
    <>
      <span className={styles.withScript}>{text}</span>
      <span className={styles.withoutScript}>{withoutScript}</span>
    </>
  );
}
