import { Trans, useLingui } from "@lingui/react/macro";
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
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      cancelLabel={t({ message: `Cancel`, comment: "Button that closes a dialog" })}
      confirmLabel={t`Remove`}
      busyLabel={t`Removing…`}
      {...dialogProps}
    >
      <p>
        <Trans>
          You’ll no longer be able to sign in to this account with it. If you sign in with it later,
          you get a new, empty account.
        </Trans>
      </p>
      <p>
        <Trans>You keep everything you own, and you stay signed in.</Trans>
      </p>
    </ConfirmDialog>
  );
}
