import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { joinNames } from "../../ui/join-names.ts";
import { useRevokeGift, type CustomerLibraryEntry } from "./queries.ts";

/** Explains what revoking a gift takes away and asks for confirmation. */
export function RevokeGiftDialog({
  gift,
  onClose,
}: {
  gift: CustomerLibraryEntry;
  onClose: () => void;
}) {
  const revokeGift = useRevokeGift();
  const lostBenefits = gift.grants.flatMap(({ isInForce, name }) => (isInForce ? [name] : []));
  return (
    <ConfirmDialog
      title={`Take back ${gift.product.name}?`}
      cancelLabel="Keep it"
      confirmLabel="Take it back"
      kind="danger"
      busy={revokeGift.isPending}
      busyLabel="Taking it back…"
      error={revokeGift.error}
      onConfirm={() => revokeGift.mutate(gift.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {lostBenefits.length > 0
          ? `It closes at once: ${joinNames(lostBenefits)}. License keys of it stop working.`
          : "It ends at once."}
      </p>
      <p>What they bought themselves stays as it is. You can give it again later.</p>
    </ConfirmDialog>
  );
}
