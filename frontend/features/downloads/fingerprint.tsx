import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import styles from "./download-list.module.css";

/** A SHA-256: enough of it to compare by eye, all of it to copy. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  const [news, setNews] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sha256);
      setNews("Copied.");
    } catch {
      // Refused by the browser, or not offered over plain http: then it is shown, to be copied by hand.
      setNews(sha256);
    }
  };
  return (
    <p className={styles.fingerprint}>
      <span>
        SHA-256{" "}
        <code title={sha256}>
          {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </code>
      </span>
      <Button kind="plain" aria-label="Copy the whole SHA-256" onClick={() => void copy()}>
        Copy
      </Button>
      <output>{news}</output>
    </p>
  );
}
