import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDate } from "../../ui/format-time.ts";
import { describeAccessEffect, getCustomerLabel } from "../orders/order-copy.ts";
import { RefundDialog } from "../orders/refund-dialog.tsx";
import type { Subscription } from "./queries.ts";
import { useSubscriptionAction, type SubscriptionAction } from "./use-subscription-action.ts";

type ActionToConfirm = "cancel" | "end" | "refund";

/** The team's actions on a subscription. Irreversible actions ask for confirmation. */
export function TeamActions({ subscription }: { subscription: Subscription }) {
  const [actionToConfirm, setActionToConfirm] = useState<ActionToConfirm | null>(null);
  const change = useSubscriptionAction(subscription.id);
  const { actions, isRefundable, payment } = subscription;
  const effect = describeAccessEffect(
    subscription.effect,
    getCustomerLabel(subscription.user),
    subscription.productNames,
  );
  const close = () => {
    setActionToConfirm(null);
    change.reset();
  };
  const submitAction = (action: SubscriptionAction) =>
    change.mutate(action, { onSuccess: () => setActionToConfirm(null) });
  const dialogProps = { busy: change.isPending, error: change.error, onClose: close };
  return (
    <>
      {actions.includes("keep") && (
        <Button
          busy={change.isPending && actionToConfirm === null}
          onClick={() => submitAction({ kind: "keep" })}
        >
          Undo cancellation
        </Button>
      )}
      {isRefundable && <Button onClick={() => setActionToConfirm("refund")}>Refund…</Button>}
      {actions.includes("cancel") && (
        <Button onClick={() => setActionToConfirm("cancel")}>Cancel…</Button>
      )}
      {actions.includes("end") && (
        <Button onClick={() => setActionToConfirm("end")}>End now…</Button>
      )}
      {actionToConfirm === null && change.error && <ErrorNotice error={change.error} />}
      {actionToConfirm === "cancel" && (
        <ConfirmDialog
          title="Cancel this subscription?"
          cancelLabel="Keep it"
          confirmLabel="Cancel subscription"
          busyLabel="Canceling…"
          onConfirm={() => submitAction({ kind: "cancel" })}
          {...dialogProps}
        >
          <p>
            It ends on {formatPeriodEnd(subscription)}, and stays open until then. Nothing more is
            charged. You can undo this until it ends.
          </p>
        </ConfirmDialog>
      )}
      {actionToConfirm === "end" && (
        <ConfirmDialog
          title="End this subscription now?"
          cancelLabel="Keep it"
          confirmLabel="End it now"
          kind="danger"
          busyLabel="Ending…"
          onConfirm={() => submitAction({ kind: "end" })}
          {...dialogProps}
        >
          <p>{effect.join(" ")}</p>
          <p>Nothing more is charged, and nothing is paid back. It cannot be undone.</p>
        </ConfirmDialog>
      )}
      {actionToConfirm === "refund" && payment && (
        <RefundDialog
          title="Refund the latest payment?"
          isSubscription={actions.includes("end")}
          isEnding={subscription.cancelAt !== null}
          payment={{
            leftMinor: payment.amountMinor - payment.refundedMinor,
            refundedMinor: payment.refundedMinor,
            currency: payment.currency,
          }}
          effect={effect}
          onConfirm={(refund) => submitAction({ kind: "refund", refund })}
          {...dialogProps}
        />
      )}
    </>
  );
}

function formatPeriodEnd({ currentPeriodEnd, trialEnd }: Subscription): string {
  const end = currentPeriodEnd ?? trialEnd;
  return end === null ? "the last day that is paid for" : formatDate(end);
}
