import { useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { CardLine } from "./payment-method-line.tsx";
import { ChangeDialog, type Asked } from "./change-dialog.tsx";
import { explainSubscription } from "./explain-subscription.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { ProductName } from "./product-name.tsx";
import type { Subscription } from "./queries.ts";
import { SubscriptionNotices } from "./subscription-notices.tsx";
import styles from "./subscription-row.module.css";
import { useChange, type Change } from "./use-subscription-change.ts";

/** A subscription: what happens next, what pays for it, and what its holder can do. */
export function SubscriptionRow({
  subscription,
  headingRef,
}: {
  subscription: Subscription;
  /** Where the focus goes when the pressed button is gone. */
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const [asking, setAsking] = useState<Asked | "plan" | "seats">();
  const change = useChange(subscription.id);
  const name = subscription.product?.name ?? "this subscription";
  const close = () => {
    setAsking(undefined);
    change.reset();
  };
  const make = (wanted: Change) =>
    change.mutate(wanted, {
      onSuccess: () => {
        // The focus cannot leave a dialog that is still open.
        flushSync(() => setAsking(undefined));
        if (wanted === "end") headingRef.current?.focus();
      },
    });
  return (
    <li className={styles.row} id={subscription.id}>
      <div className={rows.main}>
        <p className={rows.name}>
          <ProductName product={subscription.product} />
        </p>
        <output className={rows.detail}>{explainSubscription(subscription)}</output>
        <CardLine subscription={subscription} />
      </div>
      <SubscriptionNotices subscription={subscription} />
      {change.isError && !asking && <ErrorNotice error={change.error} />}
      <div className={styles.actions}>
        {buttonsFor(subscription).map(({ slot, label, opens }) => (
          <Button
            key={slot}
            kind="plain"
            busy={change.isPending}
            onClick={() => (opens === "keep" ? make("keep") : setAsking(opens))}
          >
            {label} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        ))}
      </div>
      {asking === "plan" || asking === "seats" ? (
        <PlanDialog subscription={subscription} of={asking} onClose={() => setAsking(undefined)} />
      ) : (
        asking && (
          <ChangeDialog
            asked={asking}
            subscription={subscription}
            name={name}
            busy={change.isPending}
            error={change.error}
            onConfirm={make}
            onClose={close}
          />
        )
      )}
    </li>
  );
}

type ActionButton = { slot: string; label: string; opens: Asked | "plan" | "seats" | "keep" };

/** One button for both ways of a thing, so that the focus stays on it when the dialog closes. */
function buttonsFor({ actions, plans }: Subscription): ActionButton[] {
  const can = (action: Subscription["actions"][number]) => actions.includes(action);
  const candidates: (ActionButton | false)[] = [
    can("change_plan") && plans.length > 0 && { slot: "plan", label: "Change plan", opens: "plan" },
    can("change_quantity") && { slot: "seats", label: "Change seats", opens: "seats" },
    can("pause") && { slot: "pause", label: "Pause", opens: "pause" },
    can("resume") && { slot: "pause", label: "Resume", opens: "resume" },
    can("cancel") && { slot: "cancel", label: "Cancel", opens: "cancel" },
    can("keep") && { slot: "cancel", label: "Keep it after all", opens: "keep" },
    can("end") && !can("cancel") && { slot: "end", label: "End it now", opens: "end" },
  ];
  return candidates.filter((candidate) => candidate !== false);
}
