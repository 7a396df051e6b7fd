import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { ApiError, isApiError } from "../../http/errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextArea } from "../../ui/field/fields.tsx";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { useFocusFirstInvalidField } from "../form/form-errors.tsx";
import { useConfirmClose } from "../form/unsaved-changes-guard.tsx";

/** The server's limit. */
const MAX_REASON = 500;

/** What every dialog that changes a subscription gets from the page. */
export type ChangeDialogProps = {
  busy: boolean;
  error: Error | null;
  onClose: () => void;
};

/** The shape of every dialog that changes a subscription: what happens, what it costs, and why. */
export function ChangeDialog({
  busy,
  error,
  onConfirm,
  onClose,
  children,
  ...dialog
}: ChangeDialogProps & {
  title: string;
  /** Undefined while it can't be done. */
  confirmLabel: string | undefined;
  busyLabel: string;
  cancelLabel?: string;
  kind?: "danger";
  /** What is charged, in view beside the buttons. */
  summary?: ReactNode;
  onConfirm: (reason: string) => void;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState<{ text: string }>();
  const isDirty = reason.trim() !== "";
  const confirmClose = useConfirmClose(isDirty, busy, onClose);
  const field = useFocusFirstInvalidField<HTMLDivElement>(missing ?? null);
  const confirm = () => {
    if (isDirty) onConfirm(reason.trim());
    else setMissing({ text: t`Enter a reason.` });
  };
  const isDeclined = isApiError(error, "payment_failed");
  const detail = error instanceof ApiError ? error.detail : undefined;
  return (
    <ConfirmDialog
      {...dialog}
      busy={busy}
      preventAutoClose={isDirty}
      onClose={confirmClose.requestClose}
      error={isDeclined || isApiError(error, "invalid_input") ? null : error}
      onConfirm={confirm}
    >
      {children}
      <div ref={field}>
        <TextArea
          label={t`Reason`}
          hint={t`For your team only: in the history below and in the audit log.`}
          rows={2}
          maxLength={MAX_REASON}
          value={reason}
          error={missing?.text}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setMissing(undefined);
          }}
        />
      </div>
      {isDeclined && (
        <Notice
          tone="error"
          title={t`The customer’s payment was declined.`}
          text={t`Nothing was changed. You can email them a link to pay or to update their card.`}
        />
      )}
      {detail !== undefined && !isDeclined && (
        <Notice tone="error" title={t`Stripe says: ${detail}`} />
      )}
      {confirmClose.confirmation}
    </ConfirmDialog>
  );
}
