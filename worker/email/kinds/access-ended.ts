import { msg } from "@lingui/core/macro";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { listBillAmounts, listBillDetails } from "./bill.ts";
import type { LibraryFacts, WriteLibraryEmail } from "./library-facts.ts";
import { billingUrl, libraryAction, receiptLink, startContent } from "./parts.ts";

/** After access has ended: why, what was refunded, and what the user still has. */
export const writeAccessEnded: WriteLibraryEmail = (context, facts) => {
  const { i18n } = context;
  const { entry } = facts;
  const bill = entry.access.reason === "order_refunded" ? facts.bill : null;
  const reason = entry.access.active ? null : explainAccessEnd(context, facts);
  if (reason === null) return null;
  const name = toName(context, entry.product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your access to ${name} has ended`),
    heading: i18n._(msg`Your access has ended`),
    paragraphs: [reason, describeRemaining(context, facts)],
    ...(bill && {
      details: listBillDetails(context, bill),
      amounts: listBillAmounts(context, bill, entry.product),
      links: [receiptLink(context, entry.sourceId)],
    }),
    action: chooseAction(context, facts),
  };
};

/** Leads to what is left: the open invoice, other products, or the receipts. */
function chooseAction(context: EmailContext, facts: LibraryFacts): EmailContent["action"] {
  const { i18n } = context;
  const { entry, remaining } = facts;
  const url = billingUrl(context, entry.sourceId);
  if (isUnpaid(facts))
    return { label: i18n._(msg({ message: `Pay now`, comment: "Button" })), url };
  return remaining.length > 0 || entry.source === "gift"
    ? libraryAction(context)
    : { label: i18n._(msg`View billing`), url };
}

function describeRemaining(context: EmailContext, { entry, remaining }: LibraryFacts): string {
  const { i18n, formats } = context;
  const names = formats.list(remaining.map((each) => toName(context, each)));
  if (names !== "") return i18n._(msg`You still have access to ${names}.`);
  return entry.source === "gift"
    ? i18n._(msg`No action is needed, and you won’t be charged.`)
    : i18n._(msg`You can still sign in to your account to view your receipts and invoices.`);
}

function isUnpaid({ entry: { access } }: LibraryFacts): boolean {
  return access.reason === "subscription_inactive" || access.reason === "subscription_past_due";
}

/** Returns null if the reason may be temporary, such as a lapsed subscription. */
function explainAccessEnd(context: EmailContext, { entry }: LibraryFacts): string | null {
  const { i18n, formats, shop } = context;
  const name = toName(context, entry.product.name);
  const shopName = toName(context, shop.name);
  const date = entry.access.until === null ? "" : formats.date(entry.access.until);
  switch (entry.access.reason) {
    case "order_refunded":
      return i18n._(
        msg`Your purchase of ${name} was refunded in full, so your access has ended. It can take up to 10 days for the refund to appear on your statement.`,
      );
    case "order_disputed":
    case "subscription_disputed":
      return i18n._(msg`Your bank reversed the payment for ${name}, so your access has ended.`);
    case "order_closed":
    case "subscription_ended":
      return entry.source === "order"
        ? i18n._(msg`The shop has ended your access to ${name}.`)
        : i18n._(msg`Your subscription to ${name} has ended. You won’t be charged again.`);
    case "subscription_past_due":
    case "subscription_inactive":
      return i18n._(
        msg`The payment for ${name} failed, so your access has ended. You’ll get it back as soon as you pay the open invoice.`,
      );
    case "gift_ended":
      if (entry.isSeat)
        return i18n._(
          msg`Your seat of ${name} ended on ${date}, because the purchase that it is part of gives no access anymore.`,
        );
      return i18n._(msg`Your free access to ${name} ended on ${date}.`);
    case "gift_revoked":
      if (entry.isSeat)
        return i18n._(
          msg`Your seat of ${name} was taken back, so your access has ended. Ask the person who gave it to you.`,
        );
      return i18n._(msg`${shopName} has ended your free access to ${name}.`);
    default:
      return null;
  }
}
