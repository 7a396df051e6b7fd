import { msg } from "@lingui/core/macro";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { formatRate } from "./format-rate.ts";
import type { LibraryFacts, WriteLibraryEmail } from "./library-facts.ts";
import { libraryAction, startContent } from "./parts.ts";

/** After a second payment was refunded, or a second free trial was canceled. */
export const writeRefundedDuplicate: WriteLibraryEmail = (context, facts) =>
  facts.entry.notice?.code === "canceled_duplicate"
    ? writeCanceledTrial(context, facts)
    : writeRefundedPayment(context, facts);

function writeCanceledTrial(context: EmailContext, { entry }: LibraryFacts): EmailContent {
  const { i18n } = context;
  const name = toName(context, entry.product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your second free trial of ${name} was canceled`),
    heading: i18n._(msg`Your second free trial was canceled`),
    paragraphs: [
      i18n._(
        msg`You started a free trial of ${name} twice. We canceled the second one, and you weren’t charged for it.`,
      ),
      i18n._(msg`Your first free trial continues. No action is needed.`),
    ],
    action: libraryAction(context),
  };
}

function writeRefundedPayment(context: EmailContext, { entry }: LibraryFacts): EmailContent {
  const { i18n } = context;
  const { product, price } = entry;
  const name = toName(context, product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`We refunded your second payment for ${name}`),
    heading: i18n._(msg`You were charged twice`),
    paragraphs: [
      i18n._(
        msg`You paid for ${name}, but you already had it or a plan that replaces it. We refunded the second payment in full. It can take up to 10 days for the refund to appear on your statement.`,
      ),
      i18n._(msg`Your first purchase isn’t affected. No action is needed.`),
    ],
    details:
      price === null
        ? []
        : [
            {
              label: i18n._(
                msg({
                  message: `Refunded`,
                  comment: "Label of an amount of money that was refunded",
                }),
              ),
              value: formatRate(context, { ...price, interval: null }),
            },
          ],
    action: libraryAction(context),
  };
}

/** After a bank returned a refund. */
export const writeRefundFailed: WriteLibraryEmail = (context, { entry, failedRefund }) => {
  if (!failedRefund) return null;
  const { i18n, formats } = context;
  const name = toName(context, entry.product.name);
  const amount = formats.money(failedRefund.amountMinor, failedRefund.currency, "exact");
  const isDuplicate = entry.notice?.code === "refunded_duplicate";
  return {
    ...startContent(context),
    subject: i18n._(msg`Your refund for ${name} failed`),
    heading: i18n._(msg`Your refund failed`),
    paragraphs: [
      isDuplicate
        ? i18n._(
            msg`We tried to refund ${amount} for your second payment for ${name}, but your bank returned the money. This can happen if your card was canceled or your bank account was closed.`,
          )
        : i18n._(
            msg`We tried to refund ${amount} for ${name}, but your bank returned the money. This can happen if your card was canceled or your bank account was closed.`,
          ),
      failedRefund.isRetried
        ? i18n._(msg`We’ve issued the refund again. No action is needed.`)
        : i18n._(msg`Contact us so that we can refund you in another way.`),
      ...(!isDuplicate && entry.access.active
        ? [i18n._(msg`Until you receive the refund, you have access to ${name} again.`)]
        : []),
    ],
    details: [
      {
        label: i18n._(msg({ message: `Amount`, comment: "Label of an amount of money" })),
        value: amount,
      },
    ],
    action: libraryAction(context),
  };
};
