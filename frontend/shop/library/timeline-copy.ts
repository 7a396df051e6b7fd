import { formatMoney } from "../../ui/format-money.ts";
import { formatDate } from "../../ui/format-time.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { LibraryEntry } from "./queries.ts";

export type TimelineEntry = LibraryEntry["timeline"][number];

/** Who reads: the user in their library, or the team in the console. */
export type TimelineReader = "customer" | "team";

/**
 * Describes a timeline entry in one sentence. The sentence itself addresses no one; only who made a change depends on
 * the reader.
 */
export function describeTimelineEntry(entry: TimelineEntry, reader: TimelineReader): string {
  const { code, until, name, quantity = 1, count = 1 } = entry;
  const what = name ?? "It";
  const day = until === undefined ? null : formatDate(until);
  const by = describeActor(entry, reader);
  switch (code) {
    case "bought":
      return entry.amountMinor === 0 ? "Taken for free." : `Bought for ${describeAmount(entry)}.`;
    case "ordered":
      return `Ordered for ${describeAmount(entry)}. The payment took a while.`;
    case "payment_processing":
      return `Ordered for ${describeAmount(entry)}. The payment is on its way.`;
    case "payment_arrived":
      return `The payment of ${describeAmount(entry)} arrived.`;
    case "payment_failed":
      return "The payment did not go through. Nothing was charged.";
    case "refunded_in_part":
      return `${describeAmount(entry)} was refunded${by}. Everything stays open.`;
    case "refunded":
      return `${describeAmount(entry)} was refunded${by}, all that was paid.`;
    case "refunded_rest":
      return `${describeAmount(entry)} was refunded${by}, the rest of what was paid.`;
    case "refund_failed":
      return `The refund of ${describeAmount(entry)} failed. The bank sent the money back to the shop.`;
    case "second_payment_returned":
      return "This was paid a second time, and the second payment was sent back.";
    case "disputed":
      return "The bank disputed the payment. It is on hold until that is settled.";
    case "dispute_won":
      return "The bank disputed the payment, and the dispute is settled. Everything is open.";
    case "dispute_lost":
      return "The bank disputed the payment and took the money back.";
    case "customer_closed":
      return "The shop closed the customer record.";
    case "trial_began":
      return day === null ? "The free trial began." : `The free trial began, until ${day}.`;
    case "trial_converted":
      return `The free trial was over and the subscription began, at ${describeAmount(entry)}.`;
    case "subscribed":
      return `Subscribed, at ${describeAmount(entry)}.`;
    case "renewed":
      return `Renewed at ${describeAmount(entry)}${day === null ? "" : `, until ${day}`}.`;
    case "payment_incomplete":
      return "The first payment was begun and is not finished.";
    case "payment_expired":
      return "The first payment was not finished in time. Nothing was charged.";
    case "renewal_failed":
      return day === null
        ? "A renewal could not be charged."
        : `A renewal could not be charged. It stays open until ${day}.`;
    case "payment_recovered":
      return "The renewal was paid. Everything is open.";
    case "grace_over":
      return "The renewal was still not paid, so it closed.";
    case "unpaid":
      return "The renewal was not paid, and it is tried no more.";
    case "paused":
      return day === null ? `Paused${by}.` : `Paused${by}. It stays open until ${day}.`;
    case "pause_closed":
      return "The paid period ended during the pause, so it closed until it is resumed.";
    case "unpaused":
      return `Resumed${by} after the pause.`;
    case "canceled":
      return day === null ? `Canceled${by}.` : `Canceled${by}, to end on ${day}.`;
    case "resumed":
      return `Resumed${by}. The cancellation was undone.`;
    case "ended":
      return "The subscription ended.";
    case "lapsed":
      return "The period ended and the renewal could not be confirmed.";
    case "inactive":
      return "The subscription is on hold.";
    case "plan_changed":
      return `${describePlanChange(entry)}${by}.`;
    case "quantity_changed":
      return `Changed from ${countSeats(entry.from?.quantity)} to ${countSeats(quantity)}${by}.`;
    case "gift_given":
      return `Given by the shop${quantity > 1 ? `, for ${quantity} seats` : ""}${day === null ? "" : `, until ${day}`}.`;
    case "gift_claimed":
      return "The gift was accepted.";
    case "gift_ended":
      return "The gift ended.";
    case "gift_taken_back":
      return "The shop took the gift back.";
    case "benefit_added":
      return "The shop added to it.";
    case "benefit_removed":
      return "The shop took something out of it.";
    case "reopened":
      return "It opened again.";
    case "key_issued":
      return `${what}: the key was issued.`;
    case "key_rotated":
      return `${what}: the key was replaced with a new one${by}.`;
    case "key_disabled":
      return `${what}: the key was switched off${by}.`;
    case "key_enabled":
      return `${what}: the key was switched on again${by}.`;
    case "downloaded":
      return count === 1
        ? `${what} was downloaded.`
        : `${what} was downloaded, the last of ${count} times.`;
  }
}

/** Returns " by you" and the like; nothing where the entry does not say it. */
function describeActor({ by }: TimelineEntry, reader: TimelineReader): string {
  switch (by) {
    case undefined:
      return "";
    case "customer":
      return reader === "customer" ? " by you" : " by the customer";
    case "shop":
      return " by the shop";
    // A webhook told of it first: Stripe does not say who it was. It can be the user or the team.
    case "stripe":
      return "";
  }
}

/** Describes a change of plan: of the product, or of the price alone. */
function describePlanChange(entry: TimelineEntry): string {
  const { from, name } = entry;
  if (!from) return "Changed to another plan";
  const [before, after] = [describeAmount(from), describeAmount(entry)];
  return from.name === name || !from.name || !name
    ? `Changed from ${before} to ${after}`
    : `Changed from ${from.name}, at ${before}, to ${name}, at ${after}`;
}

function countSeats(quantity = 1): string {
  return quantity === 1 ? "1 seat" : `${quantity} seats`;
}

/** Codes that affect only some benefits; the others affect all of them. */
const partialCodes = new Set<TimelineEntry["code"]>([
  "plan_changed",
  "benefit_added",
  "benefit_removed",
  "reopened",
]);

/** Names the benefits that an entry opened and closed; null if it affected all of them, or none. */
export function describeEffect({ code, gave, took }: TimelineEntry): string | null {
  if (!partialCodes.has(code)) return null;
  return [
    gave.length > 0 && `Opened ${formatGrantNames(gave)}.`,
    took.length > 0 && `Closed ${formatGrantNames(took)}.`,
  ]
    .filter((part) => part !== false)
    .join(" ");
}

const listFormat = new Intl.ListFormat("en-US", { type: "conjunction" });

function formatGrantNames(given: TimelineEntry["gave"]): string {
  return listFormat.format(given.map(({ name }) => name).toSorted());
}

/** Formats the amount of an entry: "$9 a month", "$29", "$27 a month for 3 seats". */
function describeAmount(
  rate: Pick<TimelineEntry, "amountMinor" | "currency" | "interval" | "intervalCount" | "quantity">,
): string {
  const { amountMinor, currency, interval = null, intervalCount = null, quantity = 1 } = rate;
  if (amountMinor === undefined || currency === undefined) return "its price";
  if (interval === null && quantity === 1) return formatMoney(amountMinor, currency, "exact");
  return describeTotal({ amountMinor, currency, interval, intervalCount }, quantity);
}
