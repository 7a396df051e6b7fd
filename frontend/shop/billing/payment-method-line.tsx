import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./billing.module.css";
import { describePaymentMethod, isExpiredAt } from "./describe-payment-method.ts";
import { getProductName } from "./product-name.tsx";
import { useBillingPortal, type Subscription } from "./queries.ts";

/** The payment method of a subscription, with a link to change it at Stripe. */
export function PaymentMethodLine({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useLingui();
  const update = useBillingPortal("card");
  const { paymentMethod, next, product } = subscription;
  if (!paymentMethod) return null;
  const expiresBeforeNextPayment =
    next.at !== null && next.kind !== "ends" && isExpiredAt(paymentMethod, next.at);
  const name = getProductName(i18n, product);
  return (
    <>
      <p className={rows.detail}>
        {describePaymentMethod(i18n, paymentMethod)}{" "}
        <Button
          kind="plain"
          className={styles.inline}
          busy={update.isLeaving}
          onClick={() => update.mutate()}
        >
          {update.isLeaving ? (
            t`Opening Stripe…`
          ) : (
            <Trans>
              Update card <VisuallyHidden>for {name}</VisuallyHidden>
            </Trans>
          )}
        </Button>
      </p>
      {expiresBeforeNextPayment && (
        <p className={rows.detail}>{t`This card expires before the next payment.`}</p>
      )}
      {update.isError && (
        <p className={rows.detail} role="alert">
          {t`Couldn’t open Stripe. Try again in a minute.`}
        </p>
      )}
    </>
  );
}
