import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { LibraryEntry } from "./queries.ts";

type Entry = Pick<LibraryEntry, "access" | "price" | "quantity" | "renewsAt"> &
  Partial<Pick<LibraryEntry, "notice" | "giverName" | "isSeat">>;

/**
 * What the sentences contain: days and a price as text. `rate` is null if nothing is paid, days if they are unknown.
 */
type Words = {
  since: string;
  until: string | null;
  end: string | null;
  rate: string | null;
  isFree: boolean;
  isActive: boolean;
};

/** Why a user has access, and until when, for every reason: one without a sentence doesn't build. */
const sentences: Record<LibraryEntry["access"]["reason"], (words: Words) => MessageDescriptor> = {
  order_paid: ({ since, isFree }) =>
    isFree
      ? msg`Added for free on ${since}. Lifetime access.`
      : msg`Purchased on ${since}. Lifetime access.`,
  order_processing: () =>
    msg`Your payment is processing. You’ll get access as soon as it’s confirmed. You don’t need to pay again.`,
  order_failed: ({ since }) => msg`Your payment on ${since} failed. You weren’t charged.`,
  order_refunded: ({ since }) =>
    msg`Purchased on ${since}. Refunded in full. Your access has ended.`,
  order_disputed: () =>
    msg`The payment is disputed with your bank. You don’t have access until the dispute is resolved.`,
  order_closed: ({ since }) =>
    msg`Purchased on ${since}. Your access has ended because the shop removed you as a customer. If you think this is a mistake, contact the shop.`,
  subscription_trialing: ({ since, end, rate }) => {
    if (rate === null)
      return end === null
        ? msg`Your free trial started on ${since}.`
        : msg`Your free trial ends on ${end}.`;
    return end === null
      ? msg`Your free trial started on ${since}. After the trial, you pay ${rate}.`
      : msg`Your free trial ends on ${end}. After that, you pay ${rate}.`;
  },
  subscription_active: ({ since, end: renewal, rate }) => {
    if (rate === null)
      return renewal === null
        ? msg`Subscribed for free since ${since}.`
        : msg`Subscribed for free since ${since}. Renews on ${renewal}.`;
    return renewal === null
      ? msg`Subscribed since ${since}. You pay ${rate}.`
      : msg`Subscribed since ${since}. Renews on ${renewal} at ${rate}.`;
  },
  subscription_canceling: ({ until }) =>
    until === null
      ? msg`Canceled. You have access until the end of the period you paid for, and you won’t be charged again.`
      : msg`Canceled. You have access until ${until}, and you won’t be charged again.`,
  subscription_paused: ({ isActive }) =>
    isActive
      ? msg`Paused. You aren’t charged. See billing for when your access ends.`
      : msg`Paused. You aren’t charged, and you don’t have access until you end the pause.`,
  subscription_past_due: ({ isActive, until }) => {
    if (!isActive) return msg`Your last payment failed. Your access has ended.`;
    return until === null
      ? msg`Your last payment failed. You keep access while we retry it.`
      : msg`Your last payment failed. You have access until ${until} while we retry it.`;
  },
  subscription_disputed: () =>
    msg`Your latest payment is disputed with your bank. You don’t have access until the dispute is resolved.`,
  subscription_lapsed: ({ isActive }) =>
    isActive
      ? msg`Your billing period has ended and we’re confirming the renewal. You keep access in the meantime.`
      : msg`Your billing period has ended and the renewal couldn’t be confirmed. Your access has ended.`,
  subscription_ended: ({ until }) =>
    until === null ? msg`This subscription has ended.` : msg`This subscription ended on ${until}.`,
  subscription_inactive: () => msg`This subscription isn’t active. See billing for details.`,
  gift: ({ since, until }) =>
    until === null
      ? msg`Gift from the shop on ${since}. Lifetime access.`
      : msg`Gift from the shop on ${since}. You have access until ${until}.`,
  gift_ended: ({ since, until }) =>
    until === null
      ? msg`Gift from the shop on ${since}. Your access has ended.`
      : msg`Gift from the shop on ${since}. Your access ended on ${until}.`,
  gift_revoked: ({ since, until }) =>
    until === null
      ? msg`Gift from the shop on ${since}. The shop has ended your access.`
      : msg`Gift from the shop on ${since}. The shop ended your access on ${until}.`,
  source_missing: () =>
    msg`Your access has ended because the shop has no record of how you got it. If you think this is a mistake, contact the shop.`,
};

/**
 * Explains why a user has access, and until when, in one to three sentences. The next charge is on `renewsAt`; access
 * itself ends a day later.
 */
export function explainAccess(
  i18n: I18n,
  { access, price, quantity, renewsAt, notice, giverName, isSeat }: Entry,
): string {
  if (isSeat) return explainSeat(i18n, access, giverName ?? "");
  if (giverName !== undefined) return explainBoughtGift(i18n, access, giverName);
  if (notice?.code.startsWith("trial_refused"))
    return i18n._(
      msg`Your free trial didn’t start and you weren’t charged. See billing for details.`,
    );
  const waits = notice?.code === "confirmation_required" || notice?.code === "invoice_overdue";
  if (waits && access.active)
    return i18n._(msg`Your last payment isn’t complete. See billing for how to pay.`);
  if (notice?.code === "period_voided")
    return i18n._(msg`You don’t have access until your subscription renews.`);
  const sentence = sentences[access.reason]({
    ...describeDays(i18n, access),
    end: toDay(i18n, renewsAt),
    rate: price && price.amountMinor > 0 ? describeTotal(i18n, price, quantity) : null,
    isFree: price?.amountMinor === 0,
    isActive: access.active,
  });
  return i18n._(sentence);
}

/** A gift that another customer paid for. @param giverName empty if it is not known */
function explainBoughtGift(i18n: I18n, access: Entry["access"], giverName: string): string {
  const { since, until } = describeDays(i18n, access);
  const giver = giverName || i18n._(msg`another customer`);
  if (access.active && until !== null)
    return i18n._(
      msg`Gift from ${giver} on ${since}. You have access until ${until}, and you’re never charged. To keep it, subscribe before then.`,
    );
  return i18n._(
    access.active
      ? msg`Gift from ${giver} on ${since}. Lifetime access.`
      : msg`Gift from ${giver} on ${since}. Your access has ended.`,
  );
}

/** A seat of what another customer has bought. Its end moves with each renewal, so it is no news while it is active. */
function explainSeat(i18n: I18n, access: Entry["access"], giverName: string): string {
  const { since, until } = describeDays(i18n, access);
  const giver = giverName || i18n._(msg`another customer`);
  if (access.active) return i18n._(msg`A seat from ${giver} since ${since}.`);
  return until === null
    ? i18n._(msg`A seat from ${giver}. Your access has ended.`)
    : i18n._(msg`A seat from ${giver}. Your access ended on ${until}.`);
}

type Days = Pick<Words, "since" | "until">;

const explainPastPeriod = ({ until: end }: Days) =>
  end === null
    ? msg`Your billing period has ended and the renewal isn’t confirmed yet. You keep access until the shop has finished checking your payments.`
    : msg`Your billing period ended on ${end} and the renewal isn’t confirmed yet. You keep access until the shop has finished checking your payments.`;

const explainDispute = () =>
  msg`A payment is disputed with your bank. You keep access until the shop has finished checking your payments.`;

/** Why an entry is still open; the others say when access was due to end. */
const outageSentences: Partial<
  Record<LibraryEntry["access"]["reason"], (days: Days) => MessageDescriptor>
> = {
  order_refunded: ({ since }) =>
    msg`Purchased on ${since} and refunded in full. You keep access until the shop has finished checking your payments.`,
  order_closed: ({ since }) =>
    msg`Purchased on ${since}. The shop removed you as a customer. You keep access until the shop has finished checking your payments.`,
  order_disputed: explainDispute,
  subscription_disputed: explainDispute,
  subscription_past_due: () =>
    msg`Your last payment failed. You keep access until the shop has finished checking your payments.`,
  subscription_active: explainPastPeriod,
  subscription_trialing: explainPastPeriod,
  subscription_lapsed: explainPastPeriod,
  subscription_canceling: ({ until: end }) =>
    end === null
      ? msg`Your canceled subscription has ended. You keep access until the shop has finished checking your payments.`
      : msg`Your canceled subscription ended on ${end}. You keep access until the shop has finished checking your payments.`,
};

const explainOutageEnd = ({ until: end }: Days) =>
  end === null
    ? msg`Your access was due to end. You keep it until the shop has finished checking your payments.`
    : msg`Your access was due to end on ${end}. You keep it until the shop has finished checking your payments.`;

/** Explains an entry that opens only because the shop takes no access away during and after an outage. */
export function explainOutageAccess(i18n: I18n, { access }: Pick<LibraryEntry, "access">): string {
  const explain = outageSentences[access.reason] ?? explainOutageEnd;
  return i18n._(explain(describeDays(i18n, access)));
}

function describeDays(i18n: I18n, { since, until }: LibraryEntry["access"]): Days {
  return { since: formatsOf(i18n).date(since), until: toDay(i18n, until) };
}

function toDay(i18n: I18n, at: number | null): string | null {
  return at === null ? null : formatsOf(i18n).date(at);
}
