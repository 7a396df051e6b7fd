import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { useMergeAccounts } from "./queries.ts";

/** A button and dialog that merge another account into this one. */
export function MergeAccounts({ userId, name }: { userId: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [fromId, setFromId] = useState<string | null>(null);
  const merge = useMergeAccounts(userId);
  // After a fresh sign-in, the preview is shown again and needs another confirmation.
  const freshSignIn = useFreshSignIn(`merge:${userId}`, merge, (chosen) => {
    setFromId(chosen);
    setIsOpen(true);
  });
  const close = () => {
    setIsOpen(false);
    setFromId(null);
    merge.reset();
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Trans>Merge accounts…</Trans>
      </Button>
      {freshSignIn.dialog ||
        (isOpen && (
          <MergeDialog
            userId={userId}
            name={name}
            fromId={fromId}
            onChoose={setFromId}
            busy={merge.isPending}
            error={freshSignIn.error}
            onConfirm={(from) => merge.mutate(from, { onSuccess: close })}
            onClose={close}
          />
        ))}
    </>
  );
}
