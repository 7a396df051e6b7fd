import { Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import type { License } from "./license-copy.ts";
import { useRotateLicense } from "./license-queries.ts";

/** Explains what happens to a replaced license key and asks for confirmation. */
export function RotateDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const { t } = useLingui();
  const rotation = useRotateLicense();
  return (
    <ConfirmDialog
      title={t`Replace this license key?`}
      confirmLabel={t`Replace key`}
      cancelLabel={t({ message: `Cancel`, comment: "Button that closes a dialog" })}
      kind="danger"
      busy={rotation.isPending}
      busyLabel={t`Replacing…`}
      error={rotation.error}
      onConfirm={() => rotation.mutate(license.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          You get a new license key, and the old one stops working immediately. You’ll need to
          activate every device again with the new key.
        </Trans>
      </p>
      <p>
        <Trans>Do this if someone else may have your key. Your purchase stays the same.</Trans>
      </p>
    </ConfirmDialog>
  );
}
