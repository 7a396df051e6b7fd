import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./developers.module.css";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { SelectField } from "../../ui/field/fields.tsx";

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

/** Asks how long an old secret works next to the new one. @param props.onConfirm gets the hours */
export function RollDialog({
  onConfirm,
  fieldLabel,
  ...question
}: {
  title: string;
  text: string;
  confirmLabel: string;
  fieldLabel: string;
  busy: boolean;
  onConfirm: (hours: number) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [hours, setHours] = useState("24");
  return (
    <ConfirmDialog {...question} busyLabel={t`Rolling…`} onConfirm={() => onConfirm(Number(hours))}>
      <SelectField
        label={fieldLabel}
        options={[
          { value: "0", label: t`Immediately` },
          { value: "1", label: t`After 1 hour` },
          { value: "24", label: t`After 24 hours` },
          { value: String(7 * 24), label: t`After 7 days` },
        ]}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
    </ConfirmDialog>
  );
}
