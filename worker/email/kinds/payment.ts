import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PaymentFacts } from "../../db/schema/outbox.ts";
import { toName } from "../../email-layout/email-context.ts";
import { listBillDetails, totalRow } from "./bill.ts";
import { listNextPayment } from "./cancellation.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { manageAction, receiptLink, startContent } from "./parts.ts";

/** After a charge of a subscription: what for, how much, with which card, and where the invoice is. */
export const writePayment: WriteLibraryEmail = (context, facts) => {
  const { i18n, formats } = context;
  const { entry, payment } = facts;
  if (!payment) return null;
  const { sourceId } = entry;
  const name = toName(context, entry.product.name);
  const amount = formats.money(payment.amountMinor, payment.currency, "exact");
  return {
    ...startContent(context),
    subject: i18n._(msg`Your receipt for ${name}`),
    heading: i18n._(msg`Thanks for your payment`),
    paragraphs: [i18n._(explainCharge(payment.reason, { name, amount }))],
    details: [
      ...listBillDetails(context, { ...payment, sourceId }),
      ...listNextPayment(context, facts),
    ],
    amounts: [totalRow(context, payment)],
    action: receiptLink(context, sourceId),
    links: [manageAction(context, sourceId)],
  };
};

function explainCharge(
  reason: PaymentFacts["reason"],
  { name, amount }: { name: string; amount: string },
): MessageDescriptor {
  switch (reason) {
    case "renewal":
      return msg`Your subscription to ${name} was renewed. We charged you ${amount}.`;
    case "trial_ended":
      return msg`Your free trial of ${name} has ended, and your paid subscription has started. We charged you ${amount}.`;
    case "pause_ended":
      return msg`The pause of your subscription to ${name} has ended. We charged you ${amount}.`;
    default:
      return msg`We charged you ${amount} for your subscription to ${name}.`;
  }
}
