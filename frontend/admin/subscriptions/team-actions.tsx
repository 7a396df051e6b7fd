import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { describeAccessEffect, getCustomerLabel } from "../orders/order-copy.ts";
import { RefundDialog, type RefundRequest } from "../orders/refund-dialog.tsx";
import { type Subscription, subscriptionQuery, subscriptionsKey } from "./queries.ts";
import { api, read } from "../../http/client.ts";
import { showToast } from "../../ui/toast.tsx";

type ActionToConfirm = "cancel" | "end" | "refund";

/** The team's actions on a subscription. Irreversible actions ask for confirmation. */
export function TeamActions({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useLingui();
  const [actionToConfirm, setActionToConfirm] = useState<ActionToConfirm | null>(null);
  const change = useSubscriptionAction(subscription.id);
  const freshSignIn = useFreshSignIn(`subscription:${subscription.id}`, change);
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
  const dialogProps = { busy: change.isPending, error: freshSignIn.error, onClose: close };
  const asked = freshSignIn.dialog ? null : actionToConfirm;
  return (
    <>
      {actions.includes("keep") && (
        <Button
          busy={change.isPending && actionToConfirm === null}
          onClick={() => submitAction({ kind: "keep" })}
        >
          {t`Resume subscription`}
        </Button>
      )}
      {isRefundable && <Button onClick={() => setActionToConfirm("refund")}>{t`Refund…`}</Button>}
      {actions.includes("cancel") && (
        <Button onClick={() => setActionToConfirm("cancel")}>{t`Cancel subscription…`}</Button>
      )}
      {actions.includes("end") && (
        <Button onClick={() => setActionToConfirm("end")}>{t`Cancel immediately…`}</Button>
      )}
      {actionToConfirm === null && freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
      {asked === "cancel" && (
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
      {asked === "end" && (
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
          <p>{t`Nothing more is charged, and no refund is issued. This can’t be undone.`}</p>
        </ConfirmDialog>
      )}
      {asked === "refund" && payment && (
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

const { cancellation, end, refunds } = api.admin.subscriptions[":id"];

/** The team's actions on a subscription. */
type SubscriptionAction =
  | { kind: "cancel" | "keep" | "end" }
  | { kind: "refund"; refund: RefundRequest };

/** What a toast says after an action. */
const actionToasts: Record<SubscriptionAction["kind"], MessageDescriptor> = {
  cancel: msg`Subscription canceled`,
  keep: msg`Subscription resumed`,
  end: msg`Subscription canceled immediately`,
  refund: msg`Payment refunded`,
};

/** Changes a user's subscription and shows the response on the page. */
function useSubscriptionAction(id: string) {
  const { i18n } = useLingui();
  const param = { id };
  return useMutation({
    mutationFn: (change: SubscriptionAction) => {
      switch (change.kind) {
        case "cancel":
          return read(cancellation.$post({ param }));
        case "keep":
          return read(cancellation.$delete({ param }));
        case "end":
          return read(end.$post({ param }));
        case "refund":
          return read(refunds.$post({ param, json: change.refund }));
      }
    },
    onSuccess: (after, { kind }, _result, { client }) => {
      showToast(i18n._(actionToasts[kind]));
      void client.invalidateQueries({ queryKey: subscriptionsKey });
      client.setQueryData(subscriptionQuery(id).queryKey, after);
    },
  });
}
