import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural, select } from "@lingui/core/macro";
import { describeCancellationFeedback } from "../../../worker/shared/cancellation-reasons.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { LibraryEntry } from "./queries.ts";

export type TimelineEntry = LibraryEntry["timeline"][number];

/** Who reads: the user in their library, or the team in the console. */
export type TimelineReader = "customer" | "team";

/** What the sentences contain. */
type Words = {
  /** Who made the change, as a sentence's subject. `other`: it is not known, or not worth naming. */
  by: "you" | "customer" | "shop" | "other";
  /** The name of a product, a benefit or a file. Steps about keys and downloads always have one. */
  name: string;
  /** What is paid since then; null if it is unknown. */
  amount: string | null;
  /** The amount of an order, which always has one. */
  total: string;
  isFree: boolean;
  /** When access or the paid period ends; null if it is unknown. */
  day: string | null;
  quantity: number;
  /** How often a file was downloaded. */
  count: number;
  /** What it was before a change of plan or seats. */
  before: { name: string; amount: string | null; seats: string };
  seats: string;
};

/** What happened to a purchase, a gift or a benefit, for every code: one without a sentence doesn't build. */
const sentences: Record<TimelineEntry["code"], (words: Words) => MessageDescriptor> = {
  bought: ({ isFree, total: amount }) =>
    isFree ? msg`Added for free.` : msg`Purchased for ${amount}.`,
  ordered: ({ total: amount }) =>
    msg`Ordered for ${amount}. The payment took some time to complete.`,
  payment_processing: ({ total: amount }) => msg`Ordered for ${amount}. The payment is processing.`,
  payment_arrived: ({ total: amount }) => msg`The payment of ${amount} was completed.`,
  payment_failed: () => msg`The payment failed. Nothing was charged.`,
  refunded_in_part: ({ by, total: amount }) =>
    msg`${select(by, { shop: `The shop refunded ${amount}. Access continues.`, other: `${amount} was refunded. Access continues.` })}`,
  refunded: ({ by, total: amount }) =>
    msg`${select(by, { shop: `The shop refunded the full amount of ${amount}.`, other: `The full amount of ${amount} was refunded.` })}`,
  refunded_rest: ({ by, total: amount }) =>
    msg`${select(by, { shop: `The shop refunded the remaining ${amount}.`, other: `The remaining ${amount} was refunded.` })}`,
  refund_failed: ({ total: amount }) =>
    msg`The refund of ${amount} failed. The bank returned the money to the shop.`,
  second_payment_returned: () => msg`Charged twice. The second payment was refunded.`,
  disputed: () =>
    msg`The payment was disputed with the bank. Access is suspended until the dispute is resolved.`,
  dispute_won: () =>
    msg`The payment was disputed with the bank. The dispute is resolved and access continues.`,
  dispute_lost: () => msg`The bank reversed the disputed payment. Access has ended.`,
  customer_closed: () => msg`The shop removed the customer. Access has ended.`,

  trial_began: ({ day }) =>
    day === null ? msg`Free trial started.` : msg`Free trial started. It ends on ${day}.`,
  trial_converted: ({ amount }) =>
    amount === null
      ? msg`The free trial ended and the subscription started.`
      : msg`The free trial ended and the subscription started at ${amount}.`,
  subscribed: ({ amount }) => (amount === null ? msg`Subscribed.` : msg`Subscribed at ${amount}.`),
  renewed: ({ amount, day }) => {
    if (amount === null) return day === null ? msg`Renewed.` : msg`Renewed until ${day}.`;
    return day === null ? msg`Renewed at ${amount}.` : msg`Renewed at ${amount} until ${day}.`;
  },
  plan_changed: describePlanChange,
  quantity_changed: ({ by, before: { seats: before }, seats: after }) =>
    msg({
      message: `${select(by, {
        you: `You changed the number of seats from ${before} to ${after}.`,
        customer: `The customer changed the number of seats from ${before} to ${after}.`,
        shop: `The shop changed the number of seats from ${before} to ${after}.`,
        other: `The number of seats was changed from ${before} to ${after}.`,
      })}`,
      comment: "{before}, {after}: numbers",
    }),

  payment_incomplete: () => msg`The first payment was started but not completed.`,
  payment_expired: () => msg`The first payment wasn’t completed in time. Nothing was charged.`,
  renewal_failed: ({ day }) =>
    day === null
      ? msg`The renewal payment failed.`
      : msg`The renewal payment failed. Access continues until ${day}.`,
  payment_recovered: () => msg`The overdue renewal was paid. Access continues.`,
  grace_over: () => msg`The renewal wasn’t paid in time. Access has ended.`,
  written_off: () => msg`The shop wrote off an unpaid invoice. Access has ended.`,
  unpaid: () => msg`The renewal wasn’t paid, and the payment won’t be retried.`,
  paused: ({ by, day }) =>
    day === null
      ? msg`${select(by, { you: "You paused the subscription.", customer: "The customer paused the subscription.", shop: "The shop paused the subscription.", other: "The subscription was paused." })}`
      : msg`${select(by, {
          you: `You paused the subscription. Access ends on ${day}.`,
          customer: `The customer paused the subscription. Access ends on ${day}.`,
          shop: `The shop paused the subscription. Access ends on ${day}.`,
          other: `The subscription was paused. Access ends on ${day}.`,
        })}`,
  pause_closed: () =>
    msg`The paid period ended during the pause. Access is suspended until the pause ends.`,
  unpaused: ({ by }) =>
    msg`${select(by, { you: "You ended the pause.", customer: "The customer ended the pause.", shop: "The shop ended the pause.", other: "The pause ended." })}`,
  canceled: ({ by, day }) =>
    day === null
      ? msg`${select(by, { you: "You canceled the subscription.", customer: "The customer canceled the subscription.", shop: "The shop canceled the subscription.", other: "The subscription was canceled." })}`
      : msg`${select(by, {
          you: `You canceled the subscription. It ends on ${day}.`,
          customer: `The customer canceled the subscription. It ends on ${day}.`,
          shop: `The shop canceled the subscription. It ends on ${day}.`,
          other: `The subscription was canceled. It ends on ${day}.`,
        })}`,
  resumed: ({ by }) =>
    msg`${select(by, { you: "You resumed the subscription. It renews again.", customer: "The customer resumed the subscription. It renews again.", shop: "The shop resumed the subscription. It renews again.", other: "The subscription was resumed. It renews again." })}`,
  ended: () => msg`The subscription ended.`,
  lapsed: () => msg`The billing period ended and the renewal couldn’t be confirmed.`,
  inactive: () => msg`The subscription isn’t active.`,

  gift_given: ({ quantity, day }) => {
    if (quantity === 1)
      return day === null ? msg`Gift from the shop.` : msg`Gift from the shop. It ends on ${day}.`;
    return day === null
      ? msg`${plural(quantity, { one: "Gift from the shop for # seat.", other: "Gift from the shop for # seats." })}`
      : msg`${plural(quantity, { one: `Gift from the shop for # seat. It ends on ${day}.`, other: `Gift from the shop for # seats. It ends on ${day}.` })}`;
  },
  gift_claimed: () => msg`The gift was accepted.`,
  gift_ended: () => msg`The gift ended.`,
  gift_revoked: () => msg`The shop revoked the gift.`,
  benefit_added: () => msg`The shop added benefits.`,
  benefit_removed: () => msg`The shop removed benefits.`,
  reopened: () => msg`Access was restored.`,
  key_issued: ({ name }) => msg`The license key for ${name} was issued.`,
  key_rotated: ({ by, name }) =>
    msg`${select(by, {
      you: `You replaced the license key for ${name}.`,
      customer: `The customer replaced the license key for ${name}.`,
      shop: `The shop replaced the license key for ${name}.`,
      other: `The license key for ${name} was replaced.`,
    })}`,
  key_disabled: ({ by, name }) =>
    by === "shop"
      ? msg`The shop disabled the license key for ${name}.`
      : msg`The license key for ${name} was disabled.`,
  key_enabled: ({ by, name }) =>
    by === "shop"
      ? msg`The shop enabled the license key for ${name} again.`
      : msg`The license key for ${name} was enabled again.`,
  downloaded: ({ name, count }) =>
    count === 1
      ? msg`${name} was downloaded.`
      : msg`${plural(count, { one: `${name} was downloaded # time, most recently on this date.`, other: `${name} was downloaded # times, most recently on this date.` })}`,
};

/** Describes a change of plan: of the product, or of the price alone. */
function describePlanChange(words: Words): MessageDescriptor {
  const { by, name: product, amount: after } = words;
  const { name: productBefore, amount: before } = words.before;
  if (before === null || after === null)
    return msg`${select(by, { you: "You changed the plan.", customer: "The customer changed the plan.", shop: "The shop changed the plan.", other: "The plan was changed." })}`;
  return productBefore === product || !productBefore || !product
    ? msg({
        message: `${select(by, {
          you: `You changed the plan from ${before} to ${after}.`,
          customer: `The customer changed the plan from ${before} to ${after}.`,
          shop: `The shop changed the plan from ${before} to ${after}.`,
          other: `The plan was changed from ${before} to ${after}.`,
        })}`,
        comment: "{before}, {after}: $9 a month",
      })
    : msg({
        message: `${select(by, {
          you: `You changed the plan from ${productBefore} (${before}) to ${product} (${after}).`,
          customer: `The customer changed the plan from ${productBefore} (${before}) to ${product} (${after}).`,
          shop: `The shop changed the plan from ${productBefore} (${before}) to ${product} (${after}).`,
          other: `The plan was changed from ${productBefore} (${before}) to ${product} (${after}).`,
        })}`,
        comment: "{productBefore}, {product}: names of products. {before}, {after}: $9 a month",
      });
}

/** Describes a timeline entry in one or two sentences. Who made a change is named as the reader sees them. */
export function describeTimelineEntry(
  i18n: I18n,
  entry: TimelineEntry,
  reader: TimelineReader,
): string {
  const { code, name = "", quantity = 1, count = 1, until, from } = entry;
  const formats = formatsOf(i18n);
  const amount = describeAmount(i18n, entry);
  const sentence = sentences[code]({
    by: findActor(entry, reader),
    name,
    amount,
    total: amount ?? "–",
    isFree: entry.amountMinor === 0,
    day: until === undefined ? null : formats.date(until),
    quantity,
    count,
    before: {
      name: from?.name ?? "",
      amount: from ? describeAmount(i18n, from) : null,
      seats: formats.number(from?.quantity ?? 1),
    },
    seats: formats.number(quantity),
  });
  return i18n._(sentence);
}

/** Returns who made the change, as a sentence names them. */
function findActor({ by }: TimelineEntry, reader: TimelineReader): Words["by"] {
  switch (by) {
    case "customer":
      return reader === "customer" ? "you" : "customer";
    case "shop":
      return "shop";
    // It first arrived by a webhook: Stripe does not say who it was. It can be the user or the team.
    case "stripe":
    case undefined:
      return "other";
  }
}

/** Formats the amount of an entry: "$9 a month", "$29.00", "$27 a month for 3 seats"; null if it has none. */
function describeAmount(
  i18n: I18n,
  rate: Pick<TimelineEntry, "amountMinor" | "currency" | "interval" | "intervalCount" | "quantity">,
): string | null {
  const { amountMinor, currency, interval = null, intervalCount = null, quantity = 1 } = rate;
  if (amountMinor === undefined || currency === undefined) return null;
  if (interval === null && quantity === 1)
    return formatsOf(i18n).money(amountMinor, currency, "exact");
  return describeTotal(i18n, { amountMinor, currency, interval, intervalCount }, quantity);
}

/** Says to the team why a subscription was canceled; null to the user, who knows, and where no reason was given. */
export function describeReason(
  i18n: I18n,
  { feedback }: TimelineEntry,
  reader: TimelineReader,
): string | null {
  if (feedback === undefined || reader === "customer") return null;
  const reason = describeCancellationFeedback(feedback);
  return i18n._(msg({ message: `Reason: ${reason}.`, comment: "Only the team reads this" }));
}

/** Codes that affect only some benefits; the others affect all of them. */
const partialCodes = new Set<TimelineEntry["code"]>([
  "plan_changed",
  "benefit_added",
  "benefit_removed",
  "reopened",
]);

/** Names the benefits that began and ended with an entry; null if it affected all of them, or none. */
export function describeEffect(
  i18n: I18n,
  { code, granted, revoked }: TimelineEntry,
): string | null {
  if (!partialCodes.has(code) || granted.length + revoked.length === 0) return null;
  const formats = formatsOf(i18n);
  const listNames = (grants: TimelineEntry["granted"]) =>
    formats.list(grants.map(({ name }) => name).toSorted());
  const added = listNames(granted);
  const removed = listNames(revoked);
  if (revoked.length === 0)
    return i18n._(msg({ message: `Added: ${added}.`, comment: "A list of benefits" }));
  return granted.length === 0
    ? i18n._(msg({ message: `Removed: ${removed}.`, comment: "A list of benefits" }))
    : i18n._(
        msg({ message: `Added: ${added}. Removed: ${removed}.`, comment: "Lists of benefits" }),
      );
}
