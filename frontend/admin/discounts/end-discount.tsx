import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { discountsKey, type Discount } from "./queries.ts";
import { showToast } from "../../ui/toast.tsx";

/** Ends a discount after a confirmation. */
export function EndDiscount({ discount: { id, code } }: { discount: Discount }) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);
  const end = useMutation({
    mutationFn: () => read(api.admin.discounts[":id"].ending.$post({ param: { id } })),
    onSuccess: (_after, _input, _result, { client }) => {
      setIsConfirming(false);
      showToast(t`Discount code deactivated`);
      return client.invalidateQueries({ queryKey: discountsKey });
    },
  });
  const close = () => {
    setIsConfirming(false);
    end.reset();
  };
  return (
    <>
      <Button kind="plain" aria-label={t`Deactivate ${code}`} onClick={() => setIsConfirming(true)}>
        <Trans>Deactivate</Trans>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t`Deactivate ${code}?`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`Deactivate`}
          kind="danger"
          busy={end.isPending}
          busyLabel={t`Deactivating…`}
          error={end.error}
          onConfirm={() => end.mutate()}
          onClose={close}
        >
          <p>
            <Trans>
              Customers can’t redeem this code anymore. Customers who have already redeemed it keep
              their discount. You can create a new discount with the same code later.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
