import { useEffect } from "react";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useLingui } from "../../i18n/lingui.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { explainPause } from "./explain-change.ts";
import { explainOffer, labelOffer, winBackTitle } from "./offer-copy.ts";
import type { Subscription } from "./queries.ts";
import { recordOfferShown } from "./use-subscription-change.ts";

/** What the shop offers to whom is about to cancel, once. Declining leads to the dialog that cancels. */
export function OfferDialog({
  offer,
  subscription,
  name,
  busy,
  error,
  onTake,
  onDecline,
  onClose,
}: {
  offer: NonNullable<Subscription["offer"]>;
  subscription: Subscription;
  name: string;
  busy: boolean;
  error: Error | null;
  onTake: () => void;
  onDecline: () => void;
  onClose: () => void;
}) {
  const { i18n } = useLingui();
  const { mutate: record, isPending } = useMutation({ mutationFn: recordOfferShown });
  useEffect(() => record(subscription.id), [record, subscription.id]);
  return (
    <Dialog
      title={i18n._(winBackTitle)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onDecline}>
            <Trans>Continue to cancel</Trans>
          </Button>
          {/* What was not recorded as shown can't be taken. */}
          <Button kind="primary" busy={busy || isPending} onClick={onTake}>
            {labelOffer(i18n, offer)}
          </Button>
        </>
      }
    >
      <p>{explainOffer(i18n, offer, name)}</p>
      {offer.kind === "pause" && <p>{explainPause(i18n, subscription, name)}</p>}
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
