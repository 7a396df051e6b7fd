import { useLingui } from "@lingui/react/macro";
import { CopyButton } from "./copy-button.tsx";
import styles from "./checksum.module.css";

/** Shows the start and the end of a SHA-256 checksum, with a button that copies all of it. */
export function Checksum({ sha256 }: { sha256: string }) {
  const { t } = useLingui();
  return (
    <p className={styles.checksum}>
      <span>
        SHA-256{" "}
        <code title={sha256}>
          {sha256.slice(0, 6)}…{sha256.slice(-6)}
        </code>
      </span>
      <CopyButton text={sha256} label={t`Copy the SHA-256 checksum`} />
    </p>
  );
}
