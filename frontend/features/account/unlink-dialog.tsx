import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Asks once before a way to sign in is removed. */
export function UnlinkDialog({
  name,
  busy,
  onConfirm,
  onClose,
}: {
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`Remove ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="primary" busy={busy} onClick={onConfirm}>
            {busy ? "Removing…" : "Remove"}
          </Button>
        </>
      }
    >
      <p>
        It opens this account no longer. Signing in with it later would begin a new, empty account.
      </p>
      <p>What you own stays here, and you stay signed in.</p>
    </Dialog>
  );
}
