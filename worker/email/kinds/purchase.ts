import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EmailContent, EmailLink, EmailRow } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { listBillAmounts, listBillDetails, orderNumberRow } from "./bill.ts";
import { writeContract } from "./contract.ts";
import { writeEmailBenefit } from "../../delivery/benefits/strategies.ts";
import { listGiverWords, sayWhoGaveSeat, writeGiftMessage } from "../gifts/write-gift-message.ts";
import { listPrice } from "./format-rate.ts";
import type { LibraryFacts, WriteLibraryEmail } from "./library-facts.ts";
import {
  billingUrl,
  libraryAction,
  manageAction,
  receiptLink,
  startContent,
  withdrawalLink,
} from "./parts.ts";

/** After a purchase or a gift: what was bought and paid, and where to find it. */
export const writePurchase: WriteLibraryEmail = (context, facts) => {
  const { entry } = facts;
  if (entry.isGiven && entry.access.reason === "order_paid") return writeGivenOrder(context, facts);
  if (!entry.access.active) return null;
  if (entry.source === "gift") return writeGift(context, facts);
  if (entry.source === "order") return writeOrder(context, facts);
  return entry.access.reason === "subscription_trialing" && entry.renewsAt !== null
    ? writeTrial(context, facts, entry.renewsAt)
    : writeSubscription(context, facts);
};

function writeOrder(context: EmailContext, facts: LibraryFacts): EmailContent {
  const { i18n } = context;
  const { entry, bill } = facts;
  const name = toName(context, entry.product.name);
  const isFree = isForFree(entry);
  return {
    ...startPurchase(context, facts),
    subject:
      isFree || bill?.soldByLink
        ? i18n._(msg`${name} is now in your library`)
        : i18n._(msg`Your receipt for ${name}`),
    heading: i18n._(msg`Thanks for your purchase`),
    paragraphs: [i18n._(msg`${name} is now in your library.`), ...nameSeller(context, facts)],
    details: bill ? listBillDetails(context, bill) : [],
    amounts: bill ? listBillAmounts(context, bill, entry.product) : [],
    links: isFree ? [] : [receiptLink(context, entry.sourceId), ...linkWithdrawal(context, facts)],
  };
}

/** A gift for somebody else: the receipt, and where its link is. */
function writeGivenOrder(context: EmailContext, facts: LibraryFacts): EmailContent {
  const { i18n } = context;
  const name = toName(context, facts.entry.product.name);
  return {
    ...writeOrder(context, facts),
    subject: i18n._(msg`Your receipt for ${name}`),
    paragraphs: [
      i18n._(
        msg`${name} is a gift for somebody else. Its link, and whether it was accepted, are on the billing page of your account.`,
      ),
      ...nameSeller(context, facts),
    ],
    action: { label: i18n._(msg`View gift`), url: billingUrl(context, facts.entry.sourceId) },
  };
}

function writeSubscription(context: EmailContext, facts: LibraryFacts): EmailContent {
  const { i18n } = context;
  const { entry, bill } = facts;
  const name = toName(context, entry.product.name);
  return {
    ...startPurchase(context, facts),
    subject: i18n._(msg`Your subscription to ${name} has started`),
    heading: i18n._(msg`Your subscription has started`),
    paragraphs: [
      i18n._(msg`Thanks for subscribing. ${name} is now in your library.`),
      i18n._(
        msg`Your subscription renews automatically. You can cancel anytime on the billing page of your account.`,
      ),
      ...nameSeller(context, facts),
    ],
    details: [
      ...(bill ? listBillDetails(context, bill) : []),
      ...listRenewal(
        context,
        facts,
        i18n._(msg({ message: `Next payment`, comment: "Label of the date of the next payment" })),
      ),
    ],
    amounts: bill ? listBillAmounts(context, bill, entry.product) : [],
    links: isForFree(entry)
      ? []
      : [receiptLink(context, entry.sourceId), ...linkWithdrawal(context, facts)],
  };
}

/** Nothing is paid for it, so there is no receipt and no contract to withdraw from. */
function isForFree({ price }: LibraryFacts["entry"]): boolean {
  return price === null || price.amountMinor === 0;
}

/** What confirms the contract says itself whether and where the buyer can withdraw. */
function linkWithdrawal(context: EmailContext, { entry, contract }: LibraryFacts): EmailLink[] {
  return contract ? [] : [withdrawalLink(context, entry.sourceId)];
}

/** Says who the seller is, where that is not the shop. */
function nameSeller({ i18n }: EmailContext, { bill }: LibraryFacts): string[] {
  if (!bill?.soldByLink) return [];
  return [
    i18n._(
      msg`It was sold through Link, which is the seller and emails you the receipt and the invoice.`,
    ),
  ];
}

function writeTrial(context: EmailContext, facts: LibraryFacts, endsAt: number): EmailContent {
  const { i18n, formats } = context;
  const { entry } = facts;
  const name = toName(context, entry.product.name);
  const date = formats.date(endsAt);
  return {
    ...startPurchase(context, facts),
    subject: i18n._(msg`Your free trial of ${name} has started`),
    heading: i18n._(msg`Your free trial has started`),
    paragraphs: [
      i18n._(msg`${name} is now in your library.`),
      i18n._(
        msg`Your free trial ends on ${date}. Your paid subscription starts on that day unless you cancel before then.`,
      ),
    ],
    details: [
      orderNumberRow(context, entry.sourceId),
      ...listRenewal(
        context,
        facts,
        i18n._(
          msg({ message: `First payment`, comment: "Label of the date of the first payment" }),
        ),
      ),
    ],
    links: [manageAction(context, entry.sourceId), ...linkWithdrawal(context, facts)],
  };
}

function writeGift(context: EmailContext, facts: LibraryFacts): EmailContent {
  const { i18n, formats, shop } = context;
  const {
    access,
    product,
    quantity,
    giverName,
    isSeat,
    managesSeatsOf,
    giftMessage = "",
  } = facts.entry;
  const name = toName(context, product.name);
  const shopName = toName(context, shop.name);
  const date = access.until === null ? null : formats.date(access.until);
  const details = seatsRow(context, quantity);
  if (managesSeatsOf !== undefined)
    return {
      ...startPurchase(context, facts),
      subject: i18n._(msg`You manage the seats of ${name}`),
      heading: i18n._(msg`You manage the seats of ${name}`),
      paragraphs: [
        sayWhoGaveSeat(context, giverName ?? "", product.name),
        i18n._(
          msg`You can also give the other seats and take them back. Whoever bought them pays for them.`,
        ),
      ],
      action: {
        label: i18n._(msg({ message: "Manage seats", comment: "Button" })),
        url: `${shop.origin}/account/seats/${managesSeatsOf}`,
      },
      links: [libraryAction(context, facts.entry.id)],
    };
  if (isSeat)
    return {
      ...startPurchase(context, facts),
      subject: i18n._(msg`You have a seat of ${name}`),
      heading: i18n._(msg`${name} is now in your library.`),
      paragraphs: [sayWhoGaveSeat(context, giverName ?? "", product.name)],
    };
  if (giverName !== undefined)
    return {
      ...startPurchase(context, facts),
      subject: i18n._(msg`Your gift: ${name}`),
      heading: i18n._(msg`${name} is now in your library.`),
      paragraphs: listGiverWords(context, giverName, giftMessage),
      details,
    };
  return {
    ...startPurchase(context, facts),
    subject: i18n._(msg`${shopName} has given you free access to ${name}`),
    heading: i18n._(msg`You have free access to ${name}`),
    paragraphs: [
      date === null
        ? i18n._(
            msg`${shopName} has given you free access to ${name}. You don’t need to pay anything.`,
          )
        : i18n._(
            msg`${shopName} has given you free access to ${name} until ${date}. You don’t need to pay anything.`,
          ),
      ...(giftMessage === "" ? [] : [writeGiftMessage(context, giftMessage)]),
    ],
    details,
  };
}

/** How many seats; nothing for one. */
export function seatsRow({ i18n, formats }: EmailContext, quantity: number): EmailRow[] {
  if (quantity === 1) return [];
  const label = i18n._(msg({ message: `Quantity`, comment: "Label of the number of seats" }));
  return [{ label, value: formats.number(quantity) }];
}

/** Notes of emails for license keys that can't be issued yet. */
const waitingNotes: Record<"buyer_name" | "seller_keys", MessageDescriptor> = {
  buyer_name: msg`Enter the licensee’s name in your library to get your license key.`,
  seller_keys: msg`Your license key isn’t available yet. We’ll email you when it’s in your library.`,
};

function startPurchase(context: EmailContext, { entry, contract }: LibraryFacts) {
  return {
    ...startContent(context),
    sections: contract ? writeContract(context, contract) : [],
    benefits: entry.benefits.map((benefit) => ({
      ...writeEmailBenefit(context, benefit),
      ...(benefit.type === "license_key" &&
        benefit.waitingFor && {
          code: null,
          note: context.i18n._(waitingNotes[benefit.waitingFor]),
        }),
    })),
    action: libraryAction(context, entry.id),
  };
}

function listRenewal(
  context: EmailContext,
  { entry: { price, renewsAt } }: LibraryFacts,
  label: string,
): EmailRow[] {
  const { formats } = context;
  return [
    ...listPrice(context, price),
    ...(renewsAt === null ? [] : [{ label, value: formats.date(renewsAt) }]),
  ];
}
