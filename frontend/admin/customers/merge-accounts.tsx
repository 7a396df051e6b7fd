import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { useMerge } from "./queries.ts";

/** The button that merges another account into this one, and what it asks. */
export function MergeAccounts({ userId, name }: { userId: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [fromId, setFromId] = useState<string | null>(null);
  const merge = useMerge(userId);
  // Back from the sign-in it is shown again what one agrees to, and nothing is done yet.
  const fresh = useFreshSignIn(`merge:${userId}`, merge, (chosen) => {
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
      <Button onClick={() => setIsOpen(true)}>Merge accounts…</Button>
      {fresh.dialog ||
        (isOpen && (
          <MergeDialog
            userId={userId}
            name={name}
            fromId={fromId}
            onChoose={setFromId}
            busy={merge.isPending}
            error={fresh.error}
            onConfirm={(from) => merge.mutate(from, { onSuccess: close })}
            onClose={close}
          />
        ))}
    </>
  );
}
