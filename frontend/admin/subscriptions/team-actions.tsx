import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/format-time.ts";
import { describeAccessEffect, namePerson } from "../orders/order-copy.ts";
import { RefundDialog } from "../orders/refund-dialog.tsx";
import type { Subscription } from "./queries.ts";
import { useTeamChange, type TeamChange } from "./use-subscription-action.ts";

type Asked = "cancel" | "end" | "refund";

/** What the team can do to a subscription now; what cannot be undone is asked about first. */
export function TeamActions({ subscription }: { subscription: Subscription }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useTeamChange(subscription.id);
  const { actions, isRefundable, payment } = subscription;
  const effect = describeAccessEffect(
    subscription.effect,
    namePerson(subscription.holder),
    subscription.productNames,
  );
  const close = () => {
    setAsked(null);
    change.reset();
  };
  const send = (what: TeamChange) => change.mutate(what, { onSuccess: () => setAsked(null) });
  const answers = { busy: change.isPending, error: change.error, onClose: close };
  return (
    <>
      {actions.includes("keep") && (
        <Button busy={change.isPending && asked === null} onClick={() => send({ kind: "keep" })}>
          Undo cancellation
        </Button>
      )}
      {isRefundable && <Button onClick={() => setAsked("refund")}>Refund…</Button>}
      {actions.includes("cancel") && <Button onClick={() => setAsked("cancel")}>Cancel…</Button>}
      {actions.includes("end") && <Button onClick={() => setAsked("end")}>End now…</Button>}
      {asked === null && change.error && <ErrorNotice error={change.error} />}
      {asked === "cancel" && (
        <ConfirmDialog
          title="Cancel this subscription?"
          keep="Keep it"
          confirm="Cancel subscription"
          busyLabel="Canceling…"
          onConfirm={() => send({ kind: "cancel" })}
          {...answers}
        >
          <p>
            It ends on {endOfPeriod(subscription)}, and stays open until then. Nothing more is
            charged. You can undo this until it ends.
          </p>
        </ConfirmDialog>
      )}
      {asked === "end" && (
        <ConfirmDialog
          title="End this subscription now?"
          keep="Keep it"
          confirm="End it now"
          kind="danger"
          busyLabel="Ending…"
          onConfirm={() => send({ kind: "end" })}
          {...answers}
        >
          <p>{effect.join(" ")}</p>
          <p>Nothing more is charged, and nothing is paid back. It cannot be undone.</p>
        </ConfirmDialog>
      )}
      {asked === "refund" && payment && (
        <RefundDialog
          title="Refund the latest payment?"
          subscription={actions.includes("end")}
          payment={{
            leftMinor: payment.amountMinor - payment.refundedMinor,
            refundedMinor: payment.refundedMinor,
            currency: payment.currency,
          }}
          effect={effect}
          onConfirm={(refund) => send({ kind: "refund", refund })}
          {...answers}
        />
      )}
    </>
  );
}

function endOfPeriod({ currentPeriodEnd, trialEnd }: Subscription): string {
  const end = currentPeriodEnd ?? trialEnd;
  return end === null ? "the last day that is paid for" : formatDay(end);
}
