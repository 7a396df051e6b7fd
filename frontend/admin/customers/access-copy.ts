import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeTotal } from "../../shop/catalog/price-copy.ts";
import type { CustomerLibraryEntry } from "./queries.ts";

type Facts = Pick<CustomerLibraryEntry, "access" | "price" | "quantity" | "renewsAt">;

/** Explains to the team in one sentence why a user has or had access, and until when. */
export function describeAccess(i18n: I18n, facts: Facts): string {
  const { reason } = facts.access;
  if (reason === "manual" || reason === "comp_ended" || reason === "comp_taken_back")
    return describeGift(i18n, facts.access);
  return reason.startsWith("subscription_")
    ? describeSubscription(i18n, facts)
    : describeOrder(i18n, facts);
}

function describeGift(i18n: I18n, access: Facts["access"]): string {
  const { since, until } = formatDays(i18n, access);
  switch (access.reason) {
    case "comp_ended":
      return until === null
        ? i18n._(msg`Gift from ${since}. It has ended.`)
        : i18n._(msg`Gift from ${since}. It ended on ${until}.`);
    case "comp_taken_back":
      return until === null
        ? i18n._(msg`Gift from ${since}. It was revoked.`)
        : i18n._(msg`Gift from ${since}. It was revoked on ${until}.`);
    default:
      return until === null
        ? i18n._(msg`Gift since ${since}. Lifetime access.`)
        : i18n._(msg`Gift since ${since}, until ${until}.`);
  }
}

function describeOrder(i18n: I18n, { access, price, quantity }: Facts): string {
  const { since } = formatDays(i18n, access);
  const total = formatTotal(i18n, price, quantity);
  switch (access.reason) {
    case "order_paid":
      return price?.amountMinor === 0
        ? i18n._(msg`Ordered for free on ${since}. Lifetime access.`)
        : i18n._(msg`Bought for ${total} on ${since}. Lifetime access.`);
    case "order_processing":
      return i18n._(msg`Ordered for ${total} on ${since}. The payment is still processing.`);
    case "order_failed":
      return i18n._(msg`The payment on ${since} failed. Nothing was charged.`);
    case "order_refunded":
      return i18n._(msg`Bought for ${total} on ${since} and fully refunded. Access has ended.`);
    case "order_disputed":
      return i18n._(
        msg`Bought for ${total} on ${since}. The payment is disputed, so access is suspended.`,
      );
    case "order_closed":
      return i18n._(msg`Access ended because the customer was deleted in Stripe.`);
    default:
      return i18n._(
        msg`Access was revoked because the purchase exists neither in this shop nor in Stripe.`,
      );
  }
}

function describeSubscription(i18n: I18n, facts: Facts): string {
  const { access, price, quantity, renewsAt } = facts;
  const { since, until } = formatDays(i18n, access);
  const total = formatTotal(i18n, price, quantity);
  const renewal = renewsAt === null ? null : formatsOf(i18n).date(renewsAt);
  switch (access.reason) {
    case "subscription_trialing":
      return renewal === null
        ? i18n._(msg`Free trial since ${since}, then ${total}.`)
        : i18n._(msg`Free trial from ${since} to ${renewal}, then ${total}.`);
    case "subscription_active":
      return renewal === null
        ? i18n._(msg`Subscribed since ${since} for ${total}.`)
        : i18n._(msg`Subscribed since ${since} for ${total}. Renews on ${renewal}.`);
    case "subscription_canceling":
      return until === null
        ? i18n._(msg`Subscribed since ${since}. Canceled: access ends with the paid period.`)
        : i18n._(msg`Subscribed since ${since}. Canceled: access ends on ${until}.`);
    case "subscription_disputed":
      return i18n._(msg`A payment is disputed, so access is suspended.`);
    case "subscription_ended":
      return until === null
        ? i18n._(msg`The subscription has ended.`)
        : i18n._(msg`The subscription ended on ${until}.`);
    case "subscription_inactive":
      return i18n._(msg`The subscription is inactive: an invoice is unpaid.`);
    default:
      return access.active
        ? describeContinuedAccess(i18n, access.reason, until)
        : describeLostAccess(i18n, access.reason);
  }
}

/** Access that goes on although nothing was paid for the current period. */
function describeContinuedAccess(
  i18n: I18n,
  reason: Facts["access"]["reason"],
  until: string | null,
): string {
  switch (reason) {
    case "subscription_paused":
      return until === null
        ? i18n._(msg`Paused. Access continues.`)
        : i18n._(msg`Paused. Access continues until ${until}.`);
    case "subscription_past_due":
      return until === null
        ? i18n._(
            msg`The last payment failed, and Stripe is retrying it. Access continues during the grace period.`,
          )
        : i18n._(
            msg`The last payment failed, and Stripe is retrying it. Access continues until ${until}.`,
          );
    default:
      return until === null
        ? i18n._(
            msg`The paid period is over, and Stripe hasn’t confirmed the renewal yet. Access continues for now.`,
          )
        : i18n._(
            msg`The paid period is over, and Stripe hasn’t confirmed the renewal yet. Access continues until ${until}.`,
          );
  }
}

function describeLostAccess(i18n: I18n, reason: Facts["access"]["reason"]): string {
  switch (reason) {
    case "subscription_paused":
      return i18n._(msg`Paused. No access until the subscription resumes.`);
    case "subscription_past_due":
      return i18n._(msg`The last payment failed, and the grace period is over.`);
    default:
      return i18n._(msg`The paid period is over, and Stripe hasn’t confirmed the renewal.`);
  }
}

function formatDays(i18n: I18n, { since, until }: Facts["access"]) {
  const formats = formatsOf(i18n);
  return { since: formats.date(since), until: until === null ? null : formats.date(until) };
}

function formatTotal(i18n: I18n, price: Facts["price"], quantity: number): string {
  return price === null ? i18n._(msg`no charge`) : describeTotal(i18n, price, quantity);
}
