import { msg } from "@lingui/core/macro";
import { toName } from "../../email-layout/email-context.ts";
import { formatRate, listPrice } from "./format-rate.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { billingUrl, productUrl, startContent } from "./parts.ts";

/** After a bank debit or a renewal failed: what happens next, and how to pay. */
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

const writeRenewalFailed: WriteLibraryEmail = (context, { entry }) => {
  const { i18n, formats } = context;
  const { product, price, notice, access, sourceId } = entry;
  if (notice?.code !== "payment_failed" || !access.active) return null;
  const name = toName(context, product.name);
  const date = notice.at === null ? null : formats.date(notice.at);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your payment for ${name} failed`),
    heading: i18n._(msg`Your payment failed`),
    paragraphs: [
      i18n._(
        msg`We couldn’t renew your subscription to ${name} because the payment failed. We’ll try again over the next few days.`,
      ),
      date === null
        ? i18n._(msg`You still have access to ${name} in the meantime.`)
        : i18n._(
            msg`You have access to ${name} until ${date}. If the payment hasn’t succeeded by then, your access ends.`,
          ),
      i18n._(msg`If your card has expired or was replaced, update your payment method.`),
    ],
    details: listPrice(context, price),
    action: {
      label: i18n._(msg`Update payment method`),
      url: billingUrl(context, sourceId),
    },
  };
};
