import styles from "./notifications-page.module.css";
import shapes from "../frame/shapes.module.css";

/** An email as its receiver reads it: the subject and the plain text. */
export function EmailText({
  email: { subject, text },
}: {
  email: { subject: string; text: string };
}) {
  return (
    <div className={shapes.stack}>
      <p className={styles.subject}>{subject}</p>
      <pre className={styles.text}>{text}</pre>
    </div>
  );
}
