import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { explainCancellation } from "./explain-subscription.ts";
import type { Subscription } from "./queries.ts";

/** Asks once, and says what will happen and what will not. */
export function CancelDialog({
  subscription,
  name,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  subscription: Subscription;
  name: string;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title="Cancel this subscription?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="primary" busy={busy} onClick={onConfirm}>
            {busy ? "Canceling…" : "Cancel subscription"}
          </Button>
        </>
      }
    >
      <p>{explainCancellation(subscription, name)}</p>
      <p>You can change your mind on this page until then.</p>
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
