import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import type { License } from "./license-copy.ts";
import { useRotateLicense } from "./license-queries.ts";

/** Explains what happens to a replaced license key and asks for confirmation. */
export function RotateDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const rotation = useRotateLicense();
  return (
    <ConfirmDialog
      title="Replace this key?"
      confirmLabel="Replace key"
      cancelLabel="Keep it"
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
