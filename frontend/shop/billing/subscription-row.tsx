import { useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { PaymentMethodLine } from "./payment-method-line.tsx";
import { ChangeDialog, type ChangeToConfirm } from "./change-dialog.tsx";
import { explainSubscription } from "./explain-subscription.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { ProductName } from "./product-name.tsx";
import type { Subscription } from "./queries.ts";
import { SubscriptionNotices } from "./subscription-notices.tsx";
import styles from "./subscription-row.module.css";
import { useSubscriptionChange, type SubscriptionChange } from "./use-subscription-change.ts";

/** A subscription: what happens next, its payment method, and the actions the user can take. */
export function SubscriptionRow({
  subscription,
  headingRef,
}: {
  subscription: Subscription;
  /** Receives focus when the pressed button is removed. */
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const [openDialog, setOpenDialog] = useState<ChangeToConfirm | "plan" | "seats">();
  const change = useSubscriptionChange(subscription.id);
  const name = subscription.product?.name ?? "this subscription";
  const close = () => {
    setOpenDialog(undefined);
    change.reset();
  };
  const applyChange = (requestedChange: SubscriptionChange) =>
    change.mutate(requestedChange, {
      onSuccess: () => {
        // Focus cannot leave an open dialog.
        flushSync(() => setOpenDialog(undefined));
        if (requestedChange === "end") headingRef.current?.focus();
      },
    });
  return (
    <li className={styles.row} id={subscription.id}>
      <div className={rows.main}>
        <p className={rows.name}>
          <ProductName product={subscription.product} />
        </p>
        <output className={rows.detail}>{explainSubscription(subscription)}</output>
        <PaymentMethodLine subscription={subscription} />
      </div>
      <SubscriptionNotices subscription={subscription} />
      {change.isError && !openDialog && <ErrorNotice error={change.error} />}
      <div className={styles.actions}>
        {getActionButtons(subscription).map(({ slot, label, action }) => (
          <Button
            key={slot}
            kind="plain"
            busy={change.isPending}
            onClick={() => (action === "keep" ? applyChange("keep") : setOpenDialog(action))}
          >
            {label} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        ))}
      </div>
      {openDialog === "plan" || openDialog === "seats" ? (
        <PlanDialog
          subscription={subscription}
          mode={openDialog}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : (
        openDialog && (
          <ChangeDialog
            change={openDialog}
            subscription={subscription}
            name={name}
            busy={change.isPending}
            error={change.error}
            onConfirm={applyChange}
            onClose={close}
          />
        )
      )}
    </li>
  );
}

type ActionButton = {
  slot: string;
  label: string;
  action: ChangeToConfirm | "plan" | "seats" | "keep";
};

/** Opposite actions share one slot, so that the button keeps focus when the dialog closes. */
function getActionButtons({ actions, plans }: Subscription): ActionButton[] {
  const can = (action: Subscription["actions"][number]) => actions.includes(action);
  const candidates: (ActionButton | false)[] = [
    can("change_plan") &&
      plans.length > 0 && { slot: "plan", label: "Change plan", action: "plan" },
    can("change_quantity") && { slot: "seats", label: "Change seats", action: "seats" },
    can("pause") && { slot: "pause", label: "Pause", action: "pause" },
    can("resume") && { slot: "pause", label: "Resume", action: "resume" },
    can("cancel") && { slot: "cancel", label: "Cancel", action: "cancel" },
    can("keep") && { slot: "cancel", label: "Keep it after all", action: "keep" },
    can("end") && !can("cancel") && { slot: "end", label: "End it now", action: "end" },
  ];
  return candidates.filter((candidate) => candidate !== false);
}
