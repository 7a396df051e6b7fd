import {
  greeting,
  formatDate,
  formatRate,
  toSingleLine,
  type EmailContext,
} from "./build-email-content.ts";
import type { EmailContent, EmailLibraryEntry } from "./email-content.ts";

/** What a subscriber will pay, for all seats, and from when on. Times in unix milliseconds. */
export type PriceChange = {
  newPrice: NonNullable<EmailLibraryEntry["price"]>;
  /** The renewal that is the first with the new price; null if it is the first one after `notBefore`. */
  renewsAt: number | null;
  notBefore: number;
};

type Context = Pick<EmailContext, "shop" | "userName" | "entry"> & { change: PriceChange };

/** Builds the notice of a new price. Returns null for an entry without a price. A pure function. */
export function buildPriceChangeContent(context: Context): EmailContent | null {
  const { shop, entry, change } = context;
  if (entry.price === null) return null;
  const name = toSingleLine(entry.product.name);
  const [before, after] = [formatRate(entry.price), formatRate(change.newPrice)];
  const date = formatDate(change.renewsAt ?? change.notBefore);
  const isExact = change.renewsAt !== null;
  return {
    subject: isExact ? `${name}: a new price from ${date}` : `${name}: a new price`,
    heading: "Your price changes",
    paragraphs: [
      greeting(context),
      isExact
        ? `Your subscription to ${name} costs ${before} now. When it renews on ${date}, the price becomes ${after}.`
        : `Your subscription to ${name} costs ${before} now. From the first renewal after ${date} on, the price is ${after}.`,
      "Until then, nothing changes; taxes and discounts, if any, apply as before. To continue, you don't need to do anything. If you don't want to continue, cancel before that renewal and you are not charged again.",
    ],
    facts: [
      { label: "Price now", value: before },
      { label: isExact ? `From ${date}` : `From the first renewal after ${date}`, value: after },
    ],
    benefits: [],
    action: { label: "Manage your subscription", url: `${shop.origin}/account/billing` },
    notes: [`This message is about your account at ${shop.name}.`],
  };
}

/** Builds the email that says that an announced price doesn't come. A pure function. */
export function buildPriceChangeCanceledContent(
  context: Pick<EmailContext, "shop" | "userName" | "entry">,
): EmailContent | null {
  const { shop, entry } = context;
  if (entry.price === null) return null;
  const name = toSingleLine(entry.product.name);
  return {
    subject: `${name}: your price stays the same`,
    heading: "Your price stays the same",
    paragraphs: [
      greeting(context),
      `We told you about a new price for ${name}. It doesn't apply to you after all: your subscription still costs ${formatRate(entry.price)}.`,
      "You don't need to do anything.",
    ],
    facts: [],
    benefits: [],
    action: { label: "Manage your subscription", url: `${shop.origin}/account/billing` },
    notes: [`This message is about your account at ${shop.name}.`],
  };
}
