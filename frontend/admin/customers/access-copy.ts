import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeTotal } from "../../shop/catalog/price-copy.ts";
import type { CustomerLibraryEntry } from "./queries.ts";

type Facts = Pick<CustomerLibraryEntry, "access" | "price" | "quantity" | "renewsAt">;

/** What the sentences contain: days and a price as text, null where they are unknown or there is none. */
type Words = {
  since: string;
  until: string | null;
  renewal: string | null;
  total: string;
  isFree: boolean;
  isActive: boolean;
};

/** Why a user has or had access, and until when, for every reason: one without a sentence doesn't build. */
const sentences: Record<Facts["access"]["reason"], (words: Words) => MessageDescriptor> = {
  gift: ({ since, until }) =>
    until === null
      ? msg`Gift since ${since}. Lifetime access.`
      : msg`Gift since ${since}, until ${until}.`,
  gift_ended: ({ since, until }) =>
    until === null
      ? msg`Gift from ${since}. It has ended.`
      : msg`Gift from ${since}. It ended on ${until}.`,
  gift_revoked: ({ since, until }) =>
    until === null
      ? msg`Gift from ${since}. It was revoked.`
      : msg`Gift from ${since}. It was revoked on ${until}.`,
  order_paid: ({ since, total, isFree }) =>
    isFree
      ? msg`Ordered for free on ${since}. Lifetime access.`
      : msg`Bought for ${total} on ${since}. Lifetime access.`,
  order_processing: ({ since, total }) =>
    msg`Ordered for ${total} on ${since}. The payment is still processing.`,
  order_failed: ({ since }) => msg`The payment on ${since} failed. Nothing was charged.`,
  order_refunded: ({ since, total }) =>
    msg`Bought for ${total} on ${since} and fully refunded. Access has ended.`,
  order_disputed: ({ since, total }) =>
    msg`Bought for ${total} on ${since}. The payment is disputed, so access is suspended.`,
  order_closed: () => msg`Access ended because the customer was deleted in Stripe.`,
  source_missing: () =>
    msg`Access was revoked because the purchase exists neither in this shop nor in Stripe.`,
  subscription_trialing: ({ since, renewal, total }) =>
    renewal === null
      ? msg`Free trial since ${since}, then ${total}.`
      : msg`Free trial from ${since} to ${renewal}, then ${total}.`,
  subscription_active: ({ since, renewal, total }) =>
    renewal === null
      ? msg`Subscribed since ${since}. Pays ${total}.`
      : msg`Subscribed since ${since}. Renews on ${renewal} at ${total}.`,
  subscription_canceling: ({ since, until }) =>
    until === null
      ? msg`Subscribed since ${since}. Canceled: access ends with the paid period.`
      : msg`Subscribed since ${since}. Canceled: access ends on ${until}.`,
  subscription_disputed: () => msg`A payment is disputed, so access is suspended.`,
  subscription_ended: ({ until }) =>
    until === null ? msg`The subscription has ended.` : msg`The subscription ended on ${until}.`,
  subscription_inactive: () => msg`The subscription is inactive: an invoice is unpaid.`,
  subscription_paused: ({ isActive, until }) => {
    if (!isActive) return msg`Paused. No access until the subscription resumes.`;
    return until === null
      ? msg`Paused. Access continues.`
      : msg`Paused. Access continues until ${until}.`;
  },
  subscription_past_due: ({ isActive, until }) => {
    if (!isActive) return msg`The last payment failed, and the grace period is over.`;
    return until === null
      ? msg`The last payment failed, and Stripe is retrying it. Access continues during the grace period.`
      : msg`The last payment failed, and Stripe is retrying it. Access continues until ${until}.`;
  },
  subscription_lapsed: ({ isActive, until }) => {
    if (!isActive) return msg`The paid period is over, and Stripe hasn’t confirmed the renewal.`;
    return until === null
      ? msg`The paid period is over, and Stripe hasn’t confirmed the renewal yet. Access continues for now.`
      : msg`The paid period is over, and Stripe hasn’t confirmed the renewal yet. Access continues until ${until}.`;
  },
};

/** Explains to the team in one sentence why a user has or had access, and until when. */
export function describeAccess(i18n: I18n, { access, price, quantity, renewsAt }: Facts): string {
  const toDay = (at: number | null) => (at === null ? null : formatsOf(i18n).date(at));
  const sentence = sentences[access.reason]({
    since: formatsOf(i18n).date(access.since),
    until: toDay(access.until),
    renewal: toDay(renewsAt),
    total: price === null ? i18n._(msg`no charge`) : describeTotal(i18n, price, quantity),
    isFree: price?.amountMinor === 0,
    isActive: access.active,
  });
  return i18n._(sentence);
}
