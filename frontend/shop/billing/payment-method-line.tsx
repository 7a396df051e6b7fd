import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describePaymentMethod, isExpired } from "./describe-payment-method.ts";
import type { Subscription } from "./queries.ts";
import styles from "./subscription-row.module.css";
import { useCardUpdate } from "./queries.ts";

/** What pays for a subscription, and changing it at Stripe. */
export function CardLine({ subscription }: { subscription: Subscription }) {
  const update = useCardUpdate();
  const { paymentMethod, next, product } = subscription;
  if (!paymentMethod) return null;
  const late = next.at !== null && next.kind !== "ends" && isExpired(paymentMethod, next.at);
  const leaving = update.isPending || update.isSuccess;
  return (
    <p className={rows.detail}>
      {describePaymentMethod(paymentMethod)}
      {late && ". It expires before the next payment"}.{" "}
      <Button kind="plain" className={styles.inline} busy={leaving} onClick={() => update.mutate()}>
        {leaving ? "Going to Stripe…" : "Update card"}{" "}
        <VisuallyHidden>of {product?.name ?? "this subscription"}</VisuallyHidden>
      </Button>
      {update.isError && " That did not work. Try again in a minute."}
    </p>
  );
}
