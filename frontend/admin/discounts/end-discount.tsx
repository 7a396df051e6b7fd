import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { discountsKey, type Discount } from "./queries.ts";

/** Ends a discount after a confirmation. */
export function EndDiscount({ discount: { id, code } }: { discount: Discount }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const end = useMutation({
    mutationFn: () => read(api.admin.discounts[":id"].ending.$post({ param: { id } })),
    onSuccess: (_after, _input, _result, { client }) => {
      setIsConfirming(false);
      return client.invalidateQueries({ queryKey: discountsKey });
    },
  });
  const close = () => {
    setIsConfirming(false);
    end.reset();
  };
  return (
    <>
      <Button kind="plain" aria-label={`End ${code}`} onClick={() => setIsConfirming(true)}>
        End…
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`End ${code}?`}
          cancelLabel="Keep it"
          confirmLabel="End it"
          kind="danger"
          busy={end.isPending}
          busyLabel="Ending…"
          error={end.error}
          onConfirm={() => end.mutate()}
          onClose={close}
        >
          <p>
            Nobody can type this code any more. Who has used it keeps the discount. You can make a
            new one with the same code later.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
