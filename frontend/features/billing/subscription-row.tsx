import { useState } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { explainSubscription, isChangeable } from "./explain-subscription.ts";
import { ProductName } from "./product-name.tsx";
import { useCancellation, type Subscription } from "./queries.ts";

/** A subscription: what happens next, ending it, and taking that back. */
export function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false);
  const change = useCancellation(subscription.id);
  const name = subscription.product?.name ?? "this subscription";
  const ending = subscription.cancelAt !== null;
  return (
    <li>
      <div className={rows.main}>
        <p className={rows.name}>
          <ProductName product={subscription.product} />
        </p>
        <output className={rows.detail}>{explainSubscription(subscription)}</output>
        {change.isError && !asking && <ErrorNotice error={change.error} />}
      </div>
      {isChangeable(subscription) && (
        // One button for both ways, so that the focus stays on it when the dialog closes.
        <Button
          kind="plain"
          busy={change.isPending}
          onClick={() => (ending ? change.mutate("keep") : setAsking(true))}
        >
          {ending ? "Keep it after all" : "Cancel"} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      )}
      {asking && (
        <CancelDialog
          subscription={subscription}
          name={name}
          busy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate("cancel", { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
