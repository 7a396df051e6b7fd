import { msg } from "@lingui/core/macro";
import { toName } from "../../email-layout/email-context.ts";
import { listPrice } from "./format-rate.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { billingUrl, startContent } from "./parts.ts";

/** The team asks: to pay the open invoice, or to update the payment method if nothing is open. */
export const writePaymentRequest: WriteLibraryEmail = (context, { entry, invoiceUrl }) => {
  const { i18n } = context;
  const { product, price, sourceId } = entry;
  const name = toName(context, product.name);
  const words =
    invoiceUrl === null
      ? {
          subject: i18n._(msg`Update your payment method for ${name}`),
          paragraph: i18n._(
            msg`Please update the payment method of your subscription to ${name}, so that it can continue. Nothing is charged now.`,
          ),
          label: i18n._(msg`Update payment method`),
        }
      : {
          subject: i18n._(msg`Please pay your invoice for ${name}`),
          paragraph: i18n._(
            msg`The invoice for your subscription to ${name} isn’t paid yet. You can pay it online with any payment method.`,
          ),
          label: i18n._(msg({ message: `Pay now`, comment: "Button" })),
        };
  return {
    ...startContent(context),
    subject: words.subject,
    heading: words.subject,
    paragraphs: [words.paragraph],
    details: listPrice(context, price),
    action: { label: words.label, url: invoiceUrl ?? billingUrl(context, sourceId) },
  };
};
