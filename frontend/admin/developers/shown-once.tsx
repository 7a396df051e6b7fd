import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./developers.module.css";

/**
 * A secret that was just made. It isn't stored in the browser, so it is gone when the page is left. Its heading gets
 * the focus, so that a screen reader announces it.
 */
export function ShownOnce({
  title,
  copyLabel,
  secret,
  children,
}: {
  /** E.g. "Your new API key". */
  title: string;
  /** E.g. "Copy API key". */
  copyLabel: string;
  secret: string;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <div className={styles.secret}>
      <h2 ref={focusHeading} tabIndex={-1}>
        {title}
      </h2>
      <p>{t`Copy it now and store it in a safe place. You won’t be able to see it again.`}</p>
      <p className={styles.secretValue}>
        <code>{secret}</code>
        <CopyButton text={secret} label={copyLabel} />
      </p>
      {children}
    </div>
  );
}

function focusHeading(heading: HTMLHeadingElement | null) {
  heading?.focus();
}
