import { formatMoney } from "../../ui/format-money.ts";
import type { PaymentAlert } from "./queries.ts";

/** The fraud types of card issuers, in words. Unknown ones are shown as suspected fraud. */
const fraudTypes: Record<string, string> = {
  card_never_received: "the card was stolen in the mail",
  fraudulent_card_application: "the card was issued to a false name",
  made_with_counterfeit_card: "the card is a copy",
  made_with_lost_card: "the card was lost",
  made_with_stolen_card: "the card was stolen",
  unauthorized_use_of_card: "the cardholder did not make the payment",
};

/** The name or email of a user. */
export function getUserLabel({ name, email }: PaymentAlert["user"]): string {
  return name ?? email ?? "A deleted user";
}

/** `$29.00 from Ann for Field Guide` */
function describePayment(alert: PaymentAlert): string {
  const { amountMinor, currency, user, productName } = alert;
  const product = productName === null ? "" : ` for ${productName}`;
  return `${formatMoney(amountMinor, currency, "exact")} from ${getUserLabel(user)}${product}`;
}

/** Says what happened, and what to do. */
export function describeAlert(alert: PaymentAlert): { title: string; nextStep: string } {
  switch (alert.kind) {
    case "early_fraud_warning": {
      const why = fraudTypes[alert.detail ?? ""];
      return {
        title: `The bank suspects fraud: ${describePayment(alert)}.`,
        nextStep: `${why === undefined ? "" : `It reports that ${why}. `}Refund it to avoid a dispute and its fee.`,
      };
    }
    case "review":
      return {
        title: `Stripe wants you to review ${describePayment(alert)}.`,
        nextStep: "Approve it if you trust the payment. If not, refund it.",
      };
    case "failed_refund":
      return {
        title: `A refund failed: ${describePayment(alert)}.`,
        nextStep:
          alert.detail === "retried"
            ? "The bank returned it, so it was made again. No action is needed."
            : "The bank returned the money to your balance. Refund it again, or in another way.",
      };
    case "second_payment": {
      const who = getUserLabel(alert.user);
      const what = alert.productName ?? "something";
      return alert.amountMinor === 0
        ? {
            title: `${who} started a second trial of ${what}.`,
            nextStep: "It was canceled. Nothing was charged.",
          }
        : {
            title: `${who} paid twice for ${what}.`,
            nextStep: `The second payment of ${formatMoney(alert.amountMinor, alert.currency, "exact")} was refunded.`,
          };
    }
  }
}

/** Whether the payment can be refunded here, together with the access that it paid for. */
export function canRefundAndEnd({ kind, sourceId }: PaymentAlert): boolean {
  return (kind === "early_fraud_warning" || kind === "review") && sourceId !== null;
}

/** Explains what "refund and end" does. */
export function describeRefundAndEnd(alert: PaymentAlert): string {
  const { productName, user, sourceType } = alert;
  const ends =
    sourceType === "subscription"
      ? "The subscription ends now and is not charged again."
      : "The access that it paid for ends now.";
  const amount = formatMoney(alert.amountMinor, alert.currency, "exact");
  const product = productName === null ? "" : ` for ${productName}`;
  return `${getUserLabel(user)} gets back the whole payment of ${amount}${product}. ${ends} This cannot be undone.`;
}
