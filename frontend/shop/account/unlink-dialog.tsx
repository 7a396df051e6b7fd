import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";

/** Asks for confirmation before an identity is unlinked. */
export function UnlinkDialog({
  name,
  ...dialogProps
}: {
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      cancelLabel="Keep it"
      confirmLabel="Remove"
      busyLabel="Removing…"
      {...dialogProps}
    >
      <p>
        It opens this account no longer. Signing in with it later would begin a new, empty account.
      </p>
      <p>What you own stays here, and you stay signed in.</p>
    </ConfirmDialog>
  );
}
