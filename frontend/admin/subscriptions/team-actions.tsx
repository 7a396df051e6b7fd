import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { describeAccessEffect, getCustomerLabel } from "../orders/order-copy.ts";
import { RefundDialog } from "../orders/refund-dialog.tsx";
import type { Subscription } from "./queries.ts";
import { useSubscriptionAction, type SubscriptionAction } from "./use-subscription-action.ts";

type ActionToConfirm = "cancel" | "end" | "refund";

/** The team's actions on a subscription. Irreversible actions ask for confirmation. */
export function TeamActions({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useLingui();
  const [actionToConfirm, setActionToConfirm] = useState<ActionToConfirm | null>(null);
  const change = useSubscriptionAction(subscription.id);
  const { actions, isRefundable, payment } = subscription;
  const endAt = subscription.currentPeriodEnd ?? subscription.trialEnd;
  const formats = useFormats();
  const end = endAt === null ? null : formats.date(endAt);
  const effect = describeAccessEffect(
    i18n,
    subscription.effect,
    getCustomerLabel(i18n, subscription.user),
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
          <Trans>Resume subscription</Trans>
        </Button>
      )}
      {isRefundable && (
        <Button onClick={() => setActionToConfirm("refund")}>
          <Trans>Refund…</Trans>
        </Button>
      )}
      {actions.includes("cancel") && (
        <Button onClick={() => setActionToConfirm("cancel")}>
          <Trans>Cancel subscription…</Trans>
        </Button>
      )}
      {actions.includes("end") && (
        <Button onClick={() => setActionToConfirm("end")}>
          <Trans>Cancel immediately…</Trans>
        </Button>
      )}
      {actionToConfirm === null && change.error && <ErrorNotice error={change.error} />}
      {actionToConfirm === "cancel" && (
        <ConfirmDialog
          title={t`Cancel this subscription?`}
          cancelLabel={t`Keep subscription`}
          confirmLabel={t`Cancel subscription`}
          busyLabel={t`Canceling…`}
          onConfirm={() => submitAction({ kind: "cancel" })}
          {...dialogProps}
        >
          <p>
            {end === null ? (
              <Trans>
                Access continues until the end of the paid period. Nothing more is charged. You can
                resume the subscription until then.
              </Trans>
            ) : (
              <Trans>
                Access continues until {end}. Nothing more is charged. You can resume the
                subscription until then.
              </Trans>
            )}
          </p>
        </ConfirmDialog>
      )}
      {actionToConfirm === "end" && (
        <ConfirmDialog
          title={t`Cancel this subscription immediately?`}
          cancelLabel={t`Keep subscription`}
          confirmLabel={t`Cancel immediately`}
          kind="danger"
          busyLabel={t`Canceling…`}
          onConfirm={() => submitAction({ kind: "end" })}
          {...dialogProps}
        >
          <p>{effect.join(" ")}</p>
          <p>
            <Trans>Nothing more is charged, and no refund is issued. This can’t be undone.</Trans>
          </p>
        </ConfirmDialog>
      )}
      {actionToConfirm === "refund" && payment && (
        <RefundDialog
          title={t`Refund the latest payment?`}
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
