import { msg } from "@lingui/core/macro";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import type { RefundFacts } from "../../db/schema/outbox.ts";
import { listBillDetails } from "./bill.ts";
import type { LibraryFacts, WriteLibraryEmail } from "./library-facts.ts";
import { libraryAction, receiptLink, startContent } from "./parts.ts";

/** After a refund, in full, in part or of single products: how much, of what, and what it means for the access. */
export const writeRefunded: WriteLibraryEmail = (context, { entry, refund }) => {
  if (!refund) return null;
  const { i18n, formats } = context;
  const ofLines = refund.productNames.length > 0 ? formats.list(refund.productNames) : null;
  const name = toName(context, ofLines ?? entry.product.name);
  const amount = formats.money(refund.amountMinor, refund.currency, "exact");
  const paid = formats.money(refund.paidMinor, refund.currency, "exact");
  const isFull = refund.amountMinor >= refund.paidMinor;
  return {
    ...startContent(context),
    subject: i18n._(msg`Your refund for ${name}`),
    heading: i18n._(msg`We refunded ${amount}`),
    paragraphs: [
      ofLines !== null
        ? i18n._(
            msg`We refunded ${amount} for ${name}. It can take up to 10 days for the refund to appear on your statement.`,
          )
        : isFull
          ? i18n._(
              msg`We refunded your payment of ${paid} for ${name}. It can take up to 10 days for the refund to appear on your statement.`,
            )
          : i18n._(
              msg`We refunded ${amount} of your payment of ${paid} for ${name}. It can take up to 10 days for the refund to appear on your statement.`,
            ),
      ...(ofLines === null
        ? []
        : [i18n._(msg`You no longer have access to ${name} through this purchase.`)]),
      // Of what was bought with it, if anything is left.
      ...(ofLines === null || entry.access.active ? [describeAccess(context, entry)] : []),
    ],
    details: listBillDetails(context, { ...refund, sourceId: entry.sourceId }),
    amounts: listAmounts(context, refund),
    action: libraryAction(context, entry.id),
    links: [receiptLink(context, entry.sourceId)],
  };
};

function describeAccess(
  context: EmailContext,
  { access, product, renewsAt }: LibraryFacts["entry"],
) {
  const { i18n, formats } = context;
  const name = toName(context, product.name);
  if (!access.active)
    return i18n._(msg`You no longer have access to ${name} through this purchase.`);
  if (renewsAt !== null) {
    const date = formats.date(renewsAt);
    return i18n._(msg`Your access to ${name} doesn’t change. Your subscription renews on ${date}.`);
  }
  if (access.reason !== "subscription_canceling" || access.until === null)
    return i18n._(msg`Your access to ${name} doesn’t change.`);
  const date = formats.date(access.until);
  return i18n._(msg`You have access to ${name} until ${date}. You won’t be charged again.`);
}

function listAmounts(
  { i18n, formats }: EmailContext,
  { amountMinor, paidMinor, refundedMinor, currency }: RefundFacts,
): EmailContent["amounts"] {
  const money = (minor: number) => formats.money(minor, currency, "exact");
  const earlierMinor = refundedMinor - amountMinor;
  return [
    {
      label: i18n._(msg({ message: `Payment`, comment: "Label of the amount that was paid" })),
      value: money(paidMinor),
    },
    ...(earlierMinor > 0
      ? [{ label: i18n._(msg`Refunded earlier`), value: money(-earlierMinor) }]
      : []),
    {
      label: i18n._(msg({ message: `This refund`, comment: "Label of an amount of money" })),
      value: money(-amountMinor),
    },
    {
      label: i18n._(msg`Total after refunds`),
      value: money(paidMinor - refundedMinor),
      isTotal: true,
    },
  ];
}
