import { msg } from "@lingui/core/macro";
import {
  emptyContent,
  type EmailContent,
  type EmailLink,
} from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { toOrderNumber } from "../../shared/order-number.ts";

/** What every email to a user has; the rest is empty. A kind adds its subject, heading and paragraphs at least. */
export function startContent(
  context: EmailContext,
): Omit<EmailContent, "subject" | "heading" | "paragraphs"> {
  const { i18n, shop } = context;
  const userName = toName(context, toGreetedName(context));
  const shopName = toName(context, shop.name);
  return {
    ...emptyContent,
    greeting: userName === "" ? i18n._(msg`Hello,`) : i18n._(msg`Hello ${userName},`),
    reason: i18n._(msg`You’re receiving this email because you have an account at ${shopName}.`),
    footerLinks: listSupportLinks(context),
  };
}

/** What every email has to an address that somebody entered, whose reader may be a stranger to the shop. */
export function startForAddress(
  context: EmailContext,
): Omit<EmailContent, "subject" | "heading" | "paragraphs"> {
  const { i18n, shop } = context;
  const shopName = toName(context, shop.name);
  return {
    ...emptyContent,
    greeting: i18n._(msg`Hello,`),
    reason: i18n._(
      msg`You’re receiving this email because your address was entered at ${shopName}. If it wasn’t you, please tell us.`,
    ),
    footerLinks: listSupportLinks(context),
  };
}

/** Languages whose readers are greeted by their given name; in the others, `Hello` takes the whole name. */
const informal = ["en", "es", "pt-BR"];

/** `Ann` of `Ann Archer`. A name that may not begin with a given name stays whole. */
function toGreetedName({ i18n, userName }: EmailContext): string {
  const name = userName ?? "";
  const [, given] = /^(\p{Script=Latin}{2,}) [^,.]+$/u.exec(name.trim()) ?? [];
  return given !== undefined && informal.includes(i18n.locale) ? given : name;
}

/** What a reminder has: an email that its recipient can do without and turn off (`email/email-choices.ts`). */
export function startReminder(context: EmailContext): ReturnType<typeof startContent> {
  const { i18n, unsubscribeUrl: url } = context;
  return {
    ...startContent(context),
    unsubscribe: url === null ? null : { label: i18n._(msg`Turn off reminders`), url },
  };
}

/** What news have: their recipient agreed to them, and can turn them off (`email/email-choices.ts`). */
export function startNews(context: EmailContext): ReturnType<typeof startContent> {
  const { i18n, shop, unsubscribeUrl: url } = context;
  const shopName = toName(context, shop.name);
  return {
    ...startContent(context),
    reason: i18n._(msg`You’re receiving this email because you asked for news from ${shopName}.`),
    unsubscribe: url === null ? null : { label: i18n._(msg`Unsubscribe`), url },
  };
}

function listSupportLinks({ i18n, shop: { supportEmail } }: EmailContext): EmailLink[] {
  if (supportEmail === null) return [];
  return [{ label: i18n._(msg`Contact support`), url: `mailto:${supportEmail}` }];
}

/** The button that opens the library, at one of its entries if an id is given. */
export function libraryAction({ i18n, shop }: EmailContext, entryId?: string): EmailLink {
  const hash = entryId === undefined ? "" : `#${encodeURIComponent(entryId)}`;
  return { label: i18n._(msg`Open library`), url: `${shop.origin}/library${hash}` };
}

/** The button that opens a subscription on the billing page. */
export function manageAction(context: EmailContext, subscriptionId: string): EmailLink {
  return {
    label: context.i18n._(msg`Manage subscription`),
    url: billingUrl(context, subscriptionId),
  };
}

/** The billing page, at an order or subscription. */
export function billingUrl({ shop }: EmailContext, id: string): string {
  return `${shop.origin}/account/billing#${encodeURIComponent(id)}`;
}

/** The page of a product. */
export function productUrl({ shop }: EmailContext, slug: string): string {
  return `${shop.origin}/p/${encodeURIComponent(slug)}`;
}

/** Where a product is bought: with this price, if there is one to choose. */
export function buyUrl(
  context: EmailContext,
  { slug, priceId, quantity }: { slug: string; priceId: string | null; quantity: number },
): string {
  const url = productUrl(context, slug);
  if (priceId === null) return url;
  const seats = quantity > 1 && { seats: String(quantity) };
  return `${url}?${new URLSearchParams({ buy: priceId, ...seats })}`;
}

/** The form to withdraw, with the number of the order or the subscription. */
export const withdrawalUrl = (origin: string, id: string): string =>
  `${origin}/withdraw?contract=${encodeURIComponent(toOrderNumber(id))}`;

/** Where a buyer withdraws from the contract of an order or a subscription, without signing in. */
export function withdrawalLink({ i18n, shop }: EmailContext, id: string): EmailLink {
  return {
    label: i18n._(msg`Withdraw from a contract`),
    url: withdrawalUrl(shop.origin, id),
  };
}

/** Stripe's own pages for a receipt expire, so this leads to where the account links to them (docs/decisions/0058). */
export function receiptLink(context: EmailContext, id: string): EmailLink {
  const { i18n } = context;
  return { label: i18n._(msg`View receipt and invoice`), url: billingUrl(context, id) };
}
