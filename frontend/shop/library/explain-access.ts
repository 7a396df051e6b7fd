import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { LibraryEntry } from "./queries.ts";

type Entry = Pick<LibraryEntry, "access" | "price" | "quantity" | "renewsAt"> &
  Partial<Pick<LibraryEntry, "notice">>;

/**
 * Explains why a user has access, and until when, in one to three sentences. The next charge is on `renewsAt`; access
 * itself ends a day later.
 */
export function explainAccess(i18n: I18n, entry: Entry): string {
  const { access, notice } = entry;
  if (notice?.code.startsWith("trial_refused"))
    return i18n._(
      msg`Your free trial didn’t start and you weren’t charged. See billing for details.`,
    );
  switch (access.reason) {
    case "order_paid":
    case "order_processing":
    case "order_failed":
    case "order_refunded":
    case "order_disputed":
    case "order_closed":
      return explainOrder(i18n, access.reason, entry);
    case "subscription_trialing":
      return explainTrial(i18n, entry);
    case "subscription_active":
      return explainActiveSubscription(i18n, entry);
    case "manual":
    case "comp_ended":
    case "comp_taken_back":
      return explainGift(i18n, access.reason, access);
    case "source_missing":
      return i18n._(
        msg`Your access has ended because the shop has no record of how you got it. If you think this is a mistake, contact the shop.`,
      );
    default:
      return explainOtherSubscription(i18n, access.reason, access);
  }
}

type Access = LibraryEntry["access"];
type OrderReason = Extract<Access["reason"], `order_${string}`>;
type GiftReason = "manual" | "comp_ended" | "comp_taken_back";

function explainOrder(
  i18n: I18n,
  reason: OrderReason,
  { access, price }: Pick<Entry, "access" | "price">,
): string {
  const since = formatsOf(i18n).date(access.since);
  switch (reason) {
    case "order_paid":
      return price?.amountMinor === 0
        ? i18n._(msg`Added for free on ${since}. Lifetime access.`)
        : i18n._(msg`Purchased on ${since}. Lifetime access.`);
    case "order_processing":
      return i18n._(
        msg`Your payment is processing. You’ll get access as soon as it’s confirmed. You don’t need to pay again.`,
      );
    case "order_failed":
      return i18n._(msg`Your payment on ${since} failed. You weren’t charged.`);
    case "order_refunded":
      return i18n._(msg`Purchased on ${since}. Refunded in full. Your access has ended.`);
    case "order_disputed":
      return i18n._(
        msg`The payment is disputed with your bank. You don’t have access until the dispute is resolved.`,
      );
    case "order_closed":
      return i18n._(
        msg`Purchased on ${since}. Your access has ended because the shop removed you as a customer. If you think this is a mistake, contact the shop.`,
      );
  }
}

function explainTrial(
  i18n: I18n,
  { access, price, quantity, renewsAt }: Pick<Entry, "access" | "price" | "quantity" | "renewsAt">,
): string {
  const formats = formatsOf(i18n);
  const since = formats.date(access.since);
  const end = renewsAt === null ? null : formats.date(renewsAt);
  if (price === null || price.amountMinor === 0)
    return end === null
      ? i18n._(msg`Your free trial started on ${since}.`)
      : i18n._(msg`Your free trial ends on ${end}.`);
  const rate = describeTotal(i18n, price, quantity);
  return end === null
    ? i18n._(msg`Your free trial started on ${since}. After the trial, you pay ${rate}.`)
    : i18n._(msg`Your free trial ends on ${end}. After that, you pay ${rate}.`);
}

function explainActiveSubscription(
  i18n: I18n,
  { access, price, quantity, renewsAt }: Pick<Entry, "access" | "price" | "quantity" | "renewsAt">,
): string {
  const formats = formatsOf(i18n);
  const since = formats.date(access.since);
  const renewal = renewsAt === null ? null : formats.date(renewsAt);
  if (price === null || price.amountMinor === 0)
    return renewal === null
      ? i18n._(msg`Subscribed for free since ${since}.`)
      : i18n._(msg`Subscribed for free since ${since}. Renews on ${renewal}.`);
  const rate = describeTotal(i18n, price, quantity);
  return renewal === null
    ? i18n._(msg`Subscribed since ${since} at ${rate}.`)
    : i18n._(msg`Subscribed since ${since} at ${rate}. Renews on ${renewal}.`);
}

function explainOtherSubscription(
  i18n: I18n,
  reason: Exclude<
    Access["reason"],
    OrderReason | GiftReason | "source_missing" | "subscription_trialing" | "subscription_active"
  >,
  { active, until: untilAt }: Access,
): string {
  const until = untilAt === null ? null : formatsOf(i18n).date(untilAt);
  switch (reason) {
    case "subscription_canceling":
      return until === null
        ? i18n._(
            msg`Canceled. You have access until the end of the period you paid for, and you won’t be charged again.`,
          )
        : i18n._(msg`Canceled. You have access until ${until}, and you won’t be charged again.`);
    case "subscription_paused":
      return active
        ? i18n._(msg`Paused. You aren’t charged. See billing for when your access ends.`)
        : i18n._(
            msg`Paused. You aren’t charged, and you don’t have access until you end the pause.`,
          );
    case "subscription_past_due":
      if (!active) return i18n._(msg`Your last payment failed. Your access has ended.`);
      return until === null
        ? i18n._(msg`Your last payment failed. You keep access while we retry it.`)
        : i18n._(msg`Your last payment failed. You have access until ${until} while we retry it.`);
    case "subscription_disputed":
      return i18n._(
        msg`Your latest payment is disputed with your bank. You don’t have access until the dispute is resolved.`,
      );
    case "subscription_lapsed":
      return active
        ? i18n._(
            msg`Your billing period has ended and we’re confirming the renewal. You keep access in the meantime.`,
          )
        : i18n._(
            msg`Your billing period has ended and the renewal couldn’t be confirmed. Your access has ended.`,
          );
    case "subscription_ended":
      return until === null
        ? i18n._(msg`This subscription has ended.`)
        : i18n._(msg`This subscription ended on ${until}.`);
    case "subscription_inactive":
      return i18n._(msg`This subscription isn’t active. See billing for details.`);
  }
}

function explainGift(
  i18n: I18n,
  reason: GiftReason,
  access: Pick<Access, "since" | "until">,
): string {
  const formats = formatsOf(i18n);
  const since = formats.date(access.since);
  const until = access.until === null ? null : formats.date(access.until);
  switch (reason) {
    case "manual":
      return until === null
        ? i18n._(msg`Gift from the shop on ${since}. Lifetime access.`)
        : i18n._(msg`Gift from the shop on ${since}. You have access until ${until}.`);
    case "comp_ended":
      return until === null
        ? i18n._(msg`Gift from the shop on ${since}. Your access has ended.`)
        : i18n._(msg`Gift from the shop on ${since}. Your access ended on ${until}.`);
    case "comp_taken_back":
      return until === null
        ? i18n._(msg`Gift from the shop on ${since}. The shop has ended your access.`)
        : i18n._(msg`Gift from the shop on ${since}. The shop ended your access on ${until}.`);
  }
}
