import { Trans, useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { useRevokeGift, type CustomerLibraryEntry } from "./queries.ts";

/** Explains what revoking a gift takes away and asks for confirmation. */
export function RevokeGiftDialog({
  gift,
  onClose,
}: {
  gift: CustomerLibraryEntry;
  onClose: () => void;
}) {
  const formats = useFormats();
  const { t } = useLingui();
  const revokeGift = useRevokeGift();
  const { name } = gift.product;
  const lostBenefits = gift.grants.flatMap(({ isInForce, name }) => (isInForce ? [name] : []));
  const benefits = formats.list(lostBenefits);
  return (
    <ConfirmDialog
      title={t`Revoke ${name}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Revoke gift`}
      kind="danger"
      busy={revokeGift.isPending}
      busyLabel={t`Revoking…`}
      error={revokeGift.error}
      onConfirm={() => revokeGift.mutate(gift.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {lostBenefits.length > 0
          ? t`The customer immediately loses access to ${benefits}. License keys from this gift stop working.`
          : t`The gift ends immediately.`}
      </p>
      <p>
        <Trans>Their own purchases don’t change. You can give this gift again later.</Trans>
      </p>
    </ConfirmDialog>
  );
}
