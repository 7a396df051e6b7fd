import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { getCustomerLabel } from "../orders/order-copy.ts";
import type { PaymentAlert } from "./queries.ts";

/** The fraud types of card issuers. Unknown ones are shown as suspected fraud. */
const fraudTypes: Record<string, MessageDescriptor> = {
  card_never_received: msg`The bank reports that the card was stolen in the mail.`,
  fraudulent_card_application: msg`The bank reports that the card was issued under a false name.`,
  made_with_counterfeit_card: msg`The bank reports that the card is counterfeit.`,
  made_with_lost_card: msg`The bank reports that the card was lost.`,
  made_with_stolen_card: msg`The bank reports that the card was stolen.`,
  unauthorized_use_of_card: msg`The bank reports that the cardholder didn’t authorize the payment.`,
};

/** `$29.00 from Ann for Field Guide` */
function describePayment(i18n: I18n, alert: PaymentAlert): string {
  const amount = formatAmount(i18n, alert);
  const customer = getCustomerLabel(i18n, alert.user);
  const { productName: product } = alert;
  return product === null
    ? i18n._(msg`${amount} from ${customer}`)
    : i18n._(msg`${amount} from ${customer} for ${product}`);
}

function formatAmount(i18n: I18n, { amountMinor, currency }: PaymentAlert): string {
  return formatsOf(i18n).money(amountMinor, currency, "exact");
}

/** Says what happened, and what to do. */
export function describeAlert(
  i18n: I18n,
  alert: PaymentAlert,
): { title: string; nextStep: string } {
  if (alert.kind === "second_payment") return describeSecondPayment(i18n, alert);
  const payment = describePayment(i18n, alert);
  switch (alert.kind) {
    case "early_fraud_warning": {
      const fraudType = fraudTypes[alert.detail ?? ""];
      const advice = i18n._(msg`Refund it to avoid a dispute and its fee.`);
      return {
        title: i18n._(msg`Suspected fraud: ${payment}`),
        nextStep: fraudType ? `${i18n._(fraudType)} ${advice}` : advice,
      };
    }
    case "review":
      return {
        title: i18n._(msg`Review requested by Stripe: ${payment}`),
        nextStep: i18n._(msg`Approve the payment if you trust it. Otherwise, refund it.`),
      };
    case "failed_refund":
      return {
        title: i18n._(msg`Refund failed: ${payment}`),
        nextStep:
          alert.detail === "retried"
            ? i18n._(msg`The bank returned the refund, so it was sent again. No action is needed.`)
            : i18n._(
                msg`The bank returned the money to your balance. Refund it again, or pay the customer another way.`,
              ),
      };
  }
}

function describeSecondPayment(
  i18n: I18n,
  alert: PaymentAlert,
): { title: string; nextStep: string } {
  const customer = getCustomerLabel(i18n, alert.user);
  const product = alert.productName ?? i18n._(msg`Deleted product`);
  if (alert.amountMinor === 0)
    return {
      title: i18n._(msg`${customer} started a second free trial of ${product}`),
      nextStep: i18n._(msg`The trial was canceled. The customer wasn’t charged.`),
    };
  const amount = formatAmount(i18n, alert);
  return {
    title: i18n._(msg`${customer} paid twice for ${product}`),
    nextStep: i18n._(msg`The second payment of ${amount} was refunded.`),
  };
}

/** Whether the payment can be refunded here, together with the access that it paid for. */
export function canRefundAndEnd({ kind, sourceId }: PaymentAlert): boolean {
  return (kind === "early_fraud_warning" || kind === "review") && sourceId !== null;
}

/** Explains what "refund and end access" does. */
export function describeRefundAndEnd(i18n: I18n, alert: PaymentAlert): string {
  const payment = describePayment(i18n, alert);
  return alert.sourceType === "subscription"
    ? i18n._(
        msg`This fully refunds ${payment}. The subscription ends immediately and won’t be charged again. You can’t undo this.`,
      )
    : i18n._(
        msg`This fully refunds ${payment}. Access from this purchase ends immediately. You can’t undo this.`,
      );
}
