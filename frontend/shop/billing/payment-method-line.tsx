import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describePaymentMethod, isExpiredAt } from "./describe-payment-method.ts";
import { getProductName } from "./product-name.tsx";
import { type Subscription, useCardUpdate } from "./queries.ts";
import styles from "./subscription-row.module.css";

/** The payment method of a subscription, with a link to change it at Stripe. */
export function PaymentMethodLine({ subscription }: { subscription: Subscription }) {
  const { i18n } = useLingui();
  const update = useCardUpdate();
  const { paymentMethod, next, product } = subscription;
  if (!paymentMethod) return null;
  const expiresBeforeNextPayment =
    next.at !== null && next.kind !== "ends" && isExpiredAt(paymentMethod, next.at);
  const isLeaving = update.isPending || update.isSuccess;
  const name = getProductName(i18n, product);
  return (
    <>
      <p className={rows.detail}>
        {describePaymentMethod(i18n, paymentMethod)}{" "}
        <Button
          kind="plain"
          className={styles.inline}
          busy={isLeaving}
          onClick={() => update.mutate()}
        >
          {isLeaving ? (
            <Trans>Opening Stripe…</Trans>
          ) : (
            <Trans>
              Update card <VisuallyHidden>for {name}</VisuallyHidden>
            </Trans>
          )}
        </Button>
      </p>
      {expiresBeforeNextPayment && (
        <p className={rows.detail}>
          <Trans>This card expires before the next payment.</Trans>
        </p>
      )}
      {update.isError && (
        <p className={rows.detail} role="alert">
          <Trans>Couldn’t open Stripe. Try again in a minute.</Trans>
        </p>
      )}
    </>
  );
}
