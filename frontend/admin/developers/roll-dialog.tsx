import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { SelectField } from "../../ui/field/fields.tsx";

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
