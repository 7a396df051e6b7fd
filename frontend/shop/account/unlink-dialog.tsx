import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";

/** Asks once before a way to sign in is removed. */
export function UnlinkDialog({
  name,
  ...answers
}: {
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      keep="Keep it"
      confirm="Remove"
      busyLabel="Removing…"
      {...answers}
    >
      <p>
        It opens this account no longer. Signing in with it later would begin a new, empty account.
      </p>
      <p>What you own stays here, and you stay signed in.</p>
    </ConfirmDialog>
  );
}
