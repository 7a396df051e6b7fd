import { useState } from "react";
import { Button } from "./button.tsx";
import styles from "./copy-button.module.css";

/** Copies a text and says so; where the browser refuses, the text is shown, to be copied by hand. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [news, setNews] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setNews("Copied."),
      () => setNews(text),
    );
  return (
    <span className={styles.copy}>
      <Button kind="plain" aria-label={label} onClick={() => void copy()}>
        Copy
      </Button>
      <output>{news}</output>
    </span>
  );
}
