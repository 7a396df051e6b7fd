import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { listNames } from "../../ui/join-names.ts";
import { useEndGift, type Holding } from "./queries.ts";

/** Asks once before a gift is taken back, and says what is lost by it. */
export function TakeBackDialog({ gift, onClose }: { gift: Holding; onClose: () => void }) {
  const end = useEndGift();
  const lost = gift.grants.flatMap(({ isInForce, name }) => (isInForce ? [name] : []));
  return (
    <ConfirmDialog
      title={`Take back ${gift.product.name}?`}
      keep="Keep it"
      confirm="Take it back"
      kind="danger"
      busy={end.isPending}
      busyLabel="Taking it back…"
      error={end.error}
      onConfirm={() => end.mutate(gift.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {lost.length > 0
          ? `It closes at once: ${listNames(lost)}. License keys of it stop working.`
          : "It ends at once."}
      </p>
      <p>What they bought themselves stays as it is. You can give it again later.</p>
    </ConfirmDialog>
  );
}
