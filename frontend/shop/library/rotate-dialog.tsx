import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import type { License } from "./license-copy.ts";
import { useRotation } from "./license-queries.ts";

/** Says what becomes of a key that is replaced, and does it. */
export function RotateDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const rotation = useRotation();
  return (
    <ConfirmDialog
      title="Replace this key?"
      confirm="Replace key"
      keep="Keep it"
      kind="danger"
      busy={rotation.isPending}
      busyLabel="Replacing…"
      error={rotation.error}
      onConfirm={() => rotation.mutate(license.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        You get a new key, and the old one stops working at once. Every device must be activated
        again with the new key.
      </p>
      <p>Do this when others may know the key. What you have paid for stays as it is.</p>
    </ConfirmDialog>
  );
}
