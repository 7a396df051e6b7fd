import { useState } from "react";
import { Button } from "./button.tsx";
import styles from "./copy-button.module.css";

/** Copies a text and confirms it. If the browser doesn't allow that, shows the text so that users can select it. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [status, setStatus] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus("Copied."),
      () => setStatus(text),
    );
  return (
    <span className={styles.copy}>
      <Button kind="plain" aria-label={label} onClick={() => void copy()}>
        Copy
      </Button>
      <output>{status}</output>
    </span>
  );
}
