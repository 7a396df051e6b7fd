import { msg } from "@lingui/core/macro";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { formatRate, listPrice } from "./format-rate.ts";
import type { LibraryFacts, WriteLibraryEmail } from "./library-facts.ts";
import { billingUrl, productUrl, startContent } from "./parts.ts";

/** After a bank debit or a renewal failed: what happens next, and how to pay or to confirm the payment. */
export const writePaymentFailed: WriteLibraryEmail = (context, facts) =>
  facts.entry.access.reason === "order_failed"
    ? writeOrderFailed(context, facts)
    : writeRenewalFailed(context, facts);

const writeOrderFailed: WriteLibraryEmail = (context, { entry: { product, price } }) => {
  const { i18n } = context;
  const name = toName(context, product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your payment for ${name} failed`),
    heading: i18n._(msg`Your payment failed`),
    paragraphs: [
      i18n._(msg`Your bank declined the payment for ${name}. You weren’t charged.`),
      i18n._(msg`To buy ${name}, try again with a different payment method.`),
    ],
    details:
      price === null
        ? []
        : [
            {
              label: i18n._(msg({ message: `Amount`, comment: "Label of an amount of money" })),
              value: formatRate(context, price),
            },
          ],
    action: {
      label: i18n._(msg({ message: `Try again`, comment: "Button: pay again" })),
      url: productUrl(context, product.slug),
    },
  };
};

const writeRenewalFailed: WriteLibraryEmail = (context, facts) => {
  const { i18n, formats } = context;
  const { product, price, notice, access, sourceId } = facts.entry;
  const problem = describeProblem(context, facts);
  if (!notice || !problem || !access.active) return null;
  const { subject, heading, explanation, advice, action } = problem;
  const name = toName(context, product.name);
  const date = notice.at === null ? null : formats.date(notice.at);
  return {
    ...startContent(context),
    subject,
    heading,
    paragraphs: [
      explanation,
      date === null
        ? i18n._(msg`You still have access to ${name} in the meantime.`)
        : i18n._(
            msg`You have access to ${name} until ${date}. If the payment hasn’t succeeded by then, your access ends.`,
          ),
      ...advice,
    ],
    details: listPrice(context, price),
    action: { label: action, url: facts.invoiceUrl ?? billingUrl(context, sourceId) },
  };
};

type Problem = {
  subject: string;
  heading: string;
  explanation: string;
  advice: string[];
  /** What the button says. */
  action: string;
};

/** Says what is wrong and what to do; null if the payment has succeeded since. */
function describeProblem(context: EmailContext, facts: LibraryFacts): Problem | null {
  const { i18n } = context;
  const name = toName(context, facts.entry.product.name);
  switch (facts.entry.notice?.code) {
    case "confirmation_required":
      return {
        subject: i18n._(msg`Confirm your payment for ${name}`),
        heading: i18n._(msg`Confirm your payment`),
        explanation: i18n._(
          msg`Your bank asks you to confirm the payment for your subscription to ${name}. Open the invoice and follow your bank’s instructions. You aren’t charged until you confirm.`,
        ),
        advice: [],
        action: i18n._(msg({ message: `Confirm payment`, comment: "Button" })),
      };
    case "invoice_overdue":
      return {
        subject: i18n._(msg`Your invoice for ${name} is overdue`),
        heading: i18n._(msg`Your invoice is overdue`),
        explanation: i18n._(msg`The invoice for your subscription to ${name} isn’t paid yet.`),
        advice: [],
        action: i18n._(msg({ message: `Pay now`, comment: "Button" })),
      };
    case "payment_failed":
      return {
        subject: i18n._(msg`Your payment for ${name} failed`),
        heading: i18n._(msg`Your payment failed`),
        explanation: facts.isAfterTrial
          ? i18n._(
              msg`Your free trial of ${name} has ended, and the first payment failed. We’ll try again over the next few days.`,
            )
          : i18n._(
              msg`We couldn’t renew your subscription to ${name} because the payment failed. We’ll try again over the next few days.`,
            ),
        advice: [
          i18n._(msg`If your card has expired or was replaced, update your payment method.`),
        ],
        action: i18n._(msg`Update payment method`),
      };
    default:
      return null;
  }
}
