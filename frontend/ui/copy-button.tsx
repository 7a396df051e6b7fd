import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "./button.tsx";
import styles from "./copy-button.module.css";

/** Copies a text and confirms it. If the browser doesn't allow that, shows the text so that users can select it. */
export function CopyButton({
  text,
  label,
  children,
}: {
  text: string;
  /** For screen readers, where the button's own words don't say what is copied. */
  label?: string;
  children?: string;
}) {
  const { t } = useLingui();
  const [status, setStatus] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus(t`Copied.`),
      () => setStatus(text),
    );
  return (
    <span className={styles.copy}>
      <Button kind="plain" aria-label={label} onClick={() => void copy()}>
        {children ?? t`Copy`}
      </Button>
      <output>{status}</output>
    </span>
  );
}
