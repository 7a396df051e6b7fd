import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { describeAccessEffect, getCustomerLabel } from "../orders/order-copy.ts";
import { RefundDialog } from "../orders/refund-dialog.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { TermsDialog, type Terms } from "./terms-dialog.tsx";
import type { Subscription } from "./queries.ts";
import { useSubscriptionAction, type SubscriptionAction } from "./use-subscription-action.ts";

/** The team's actions on a subscription. All but resuming a canceled one ask for confirmation. */
export function TeamActions({ subscription }: { subscription: Subscription }) {
  const { i18n, t } = useLingui();
  const isAdmin = useIsAdmin();
  const [opened, setOpened] = useState<Terms | "plan" | "refund" | null>(null);
  const change = useSubscriptionAction(subscription.id);
  const freshSignIn = useFreshSignIn(`subscription:${subscription.id}`, change);
  const { actions, isRefundable, payment, discounts } = subscription;
  const close = () => {
    setOpened(null);
    change.reset();
  };
  const submit = (action: SubscriptionAction) =>
    change.mutate(action, { onSuccess: () => setOpened(null) });
  const can = (action: Subscription["actions"][number]) =>
    actions.includes(action) && (isAdmin || action === "request_payment");
  const canChangePlan =
    can("change_plan") &&
    (subscription.plans.length > 0 || (subscription.plan !== null && can("change_quantity")));
  const toItem = (isOffered: boolean, label: string, dialog: NonNullable<typeof opened>) =>
    isOffered ? [{ label, onSelect: () => setOpened(dialog) }] : [];
  const items = [
    ...toItem(
      canChangePlan,
      can("change_quantity") ? t`Change plan or seats…` : t`Change plan…`,
      "plan",
    ),
    ...toItem(can("pause"), t`Pause…`, "pause"),
    ...toItem(can("resume"), t`End pause…`, "resume"),
    ...toItem(can("extend_trial"), t`Extend free trial…`, "trial"),
    ...toItem(can("discount"), t`Apply discount code…`, "discount"),
    ...toItem(can("discount") && discounts.length > 0, t`Remove discount…`, "no_discount"),
    ...toItem(can("retry_payment"), t`Retry payment…`, "retry_payment"),
    ...toItem(
      can("request_payment"),
      subscription.openInvoice ? t`Email a link to pay…` : t`Email a link to update the card…`,
      "request_payment",
    ),
    ...(can("keep")
      ? [{ label: t`Resume subscription`, onSelect: () => submit({ kind: "keep" }) }]
      : []),
    ...toItem(can("cancel"), t`Cancel subscription…`, "cancel"),
    ...toItem(can("end"), t`Cancel immediately…`, "end"),
  ];
  const effect = describeAccessEffect(
    i18n,
    subscription.effect,
    getCustomerLabel(i18n, subscription.user),
    subscription.productNames,
  );
  const isBusy = change.isPending || freshSignIn.isAsking;
  const dialogProps = { busy: isBusy, error: freshSignIn.error, onClose: close };
  return (
    <>
      {isAdmin && isRefundable && <Button onClick={() => setOpened("refund")}>{t`Refund…`}</Button>}
      {items.length > 0 && (
        <Menu label={t`Change`} busy={change.isPending && opened === null} items={items} />
      )}
      {opened === null && freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {opened === "refund" && payment && (
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
          onConfirm={(refund) => submit({ kind: "refund", refund })}
          {...dialogProps}
        />
      )}
      {opened === "plan" && (
        <PlanDialog
          subscription={subscription}
          onConfirm={(plan) => submit({ kind: "plan", ...plan })}
          {...dialogProps}
        />
      )}
      {opened !== null && opened !== "refund" && opened !== "plan" && (
        <TermsDialog
          terms={opened}
          subscription={subscription}
          effect={effect}
          onConfirm={submit}
          {...dialogProps}
        />
      )}
      {freshSignIn.dialog}
    </>
  );
}
