import { CopyButton } from "./copy-button.tsx";
import styles from "./fingerprint.module.css";

/** A SHA-256: enough of it to compare by eye, all of it to copy. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return (
    <p className={styles.fingerprint}>
      <span>
        SHA-256{" "}
        <code title={sha256}>
          {sha256.slice(0, 6)}…{sha256.slice(-6)}
        </code>
      </span>
      <CopyButton text={sha256} label="Copy the whole SHA-256" />
    </p>
  );
}
