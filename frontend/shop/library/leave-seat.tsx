import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { api, send } from "../../http/client.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { useMutation } from "../../http/use-mutation.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { LibraryEntry } from "./queries.ts";

/** Gives a seat back to whoever bought it. */
export function LeaveSeat({ entry: { id, product } }: { entry: LibraryEntry }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const leave = useMutation({
    mutationFn: () => send(api.me["own-seats"][":id"].$delete({ param: { id } })),
    onSettled: (cache) => cache.invalidateQueries({ queryKey: queryKeys.library }),
  });
  const { name } = product;
  return (
    <div>
      <Button kind="plain" onClick={() => setIsOpen(true)}>
        {t`Give up seat`} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t`Give up your seat?`}
          text={t`You lose access to ${name} immediately, and somebody else can have the seat.`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`Give up seat`}
          kind="danger"
          busy={leave.isPending}
          busyLabel={t`Giving up…`}
          error={leave.error}
          onConfirm={() => leave.mutate()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
