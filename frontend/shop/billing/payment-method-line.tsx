import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describePaymentMethod, isExpiredAt } from "./describe-payment-method.ts";
import { type Subscription, useCardUpdate } from "./queries.ts";
import styles from "./subscription-row.module.css";

/** The payment method of a subscription, with a link to change it at Stripe. */
export function PaymentMethodLine({ subscription }: { subscription: Subscription }) {
  const update = useCardUpdate();
  const { paymentMethod, next, product } = subscription;
  if (!paymentMethod) return null;
  const expiresBeforeNextPayment =
    next.at !== null && next.kind !== "ends" && isExpiredAt(paymentMethod, next.at);
  const isLeaving = update.isPending || update.isSuccess;
  return (
    <p className={rows.detail}>
      {describePaymentMethod(paymentMethod)}
      {expiresBeforeNextPayment && ". It expires before the next payment"}.{" "}
      <Button
        kind="plain"
        className={styles.inline}
        busy={isLeaving}
        onClick={() => update.mutate()}
      >
        {isLeaving ? "Going to Stripe…" : "Update card"}{" "}
        <VisuallyHidden>of {product?.name ?? "this subscription"}</VisuallyHidden>
      </Button>
      {update.isError && " That did not work. Try again in a minute."}
    </p>
  );
}
