import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { describeCancellationFeedback } from "../../../worker/lib/cancellation-reasons.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Message } from "../../messages/message.ts";
import type { Tone } from "../../ui/status-badge.tsx";
import type { Filter } from "../frame/list.tsx";
import { describeTotal } from "../../shop/catalog/price-copy.ts";
import type { ListedSubscription, Subscription } from "./queries.ts";

const statusLabels: Record<string, MessageDescriptor> = {
  active: msg`Active`,
  trialing: msg`Free trial`,
  past_due: msg`Past due`,
  unpaid: msg`Unpaid`,
  paused: msg`Paused`,
  incomplete: msg`Incomplete`,
  incomplete_expired: msg`Expired`,
  canceled: msg`Ended`,
};

/** The filter of subscriptions by status. */
export const statusOptions: Filter["options"] = [
  { value: "", label: msg`Any` },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
  { value: "ending", label: msg`Ending soon` },
  { value: "collection_paused", label: msg`Payment collection paused` },
];

/** Returns the label of a Stripe status; an unknown status is shown as Stripe names it. */
export function getSubscriptionStatusLabel(i18n: I18n, status: string): string {
  const label = statusLabels[status];
  return label ? i18n._(label) : status.replaceAll("_", " ");
}

const statusTones: Record<string, Tone> = {
  active: "good",
  trialing: "good",
  past_due: "warning",
  unpaid: "bad",
  paused: "warning",
  incomplete: "warning",
  incomplete_expired: "neutral",
  canceled: "neutral",
};

/** Returns the tone of the badge of a Stripe status. */
export function getSubscriptionTone(status: string): Tone {
  return statusTones[status] ?? "neutral";
}

/** Describes what happens next and when, short enough for a list. */
export function describeNext(i18n: I18n, { kind, at }: ListedSubscription["next"]): string {
  const date = at === null ? null : formatsOf(i18n).shortDate(at);
  switch (kind) {
    case "renews":
      return date === null ? i18n._(msg`Renews`) : i18n._(msg`Renews ${date}`);
    case "trial_ends":
      return date === null ? i18n._(msg`Trial ends`) : i18n._(msg`Trial ends ${date}`);
    case "ends":
      return date === null ? i18n._(msg`Ends`) : i18n._(msg`Ends ${date}`);
    case "paused":
      return date === null ? i18n._(msg`Paused`) : i18n._(msg`Paused until ${date}`);
    case "retrying":
      return date === null ? i18n._(msg`Payment retry`) : i18n._(msg`Payment retry ${date}`);
    case "incomplete":
      return i18n._(msg`Awaiting first payment`);
    case "unpaid":
      return i18n._(msg`Awaiting payment`);
    case "ended":
      return date === null ? i18n._(msg`Ended`) : i18n._(msg`Ended ${date}`);
    case "unknown":
      return i18n._(msg`Unknown`);
  }
}

/** Describes what happens next in one sentence, for the subscription's page. */
export function explainNext(i18n: I18n, { next, items, status }: Subscription): string {
  const formats = formatsOf(i18n);
  const date = next.at === null ? null : formats.date(next.at);
  const currency = items[0]?.currency ?? "usd";
  const amount =
    next.amountMinor === null ? null : formats.money(next.amountMinor, currency, "exact");
  switch (next.kind) {
    case "renews":
      return explainRenewal(i18n, date, amount);
    case "trial_ends":
      return explainTrialEnd(i18n, date, amount);
    case "ends":
      return date === null
        ? i18n._(msg`Canceled. Ends with the paid period. Nothing more will be charged.`)
        : i18n._(msg`Canceled. Ends on ${date}. Nothing more will be charged.`);
    case "paused":
      if (status === "paused")
        return i18n._(msg`Paused. There is no access and no charge until it resumes.`);
      return date === null
        ? i18n._(msg`Payment collection is paused. Nothing is charged until it resumes.`)
        : i18n._(msg`Payment collection is paused. It resumes automatically on ${date}.`);
    case "retrying":
      return date === null
        ? i18n._(msg`The last payment failed. Stripe will retry it.`)
        : i18n._(msg`The last payment failed. Stripe will retry it on ${date}.`);
    case "incomplete":
      return i18n._(msg`The customer hasn’t completed the first payment yet.`);
    case "unpaid":
      return i18n._(
        msg`The last payments failed. Stripe won’t retry until the open invoice is paid.`,
      );
    case "ended":
      if (status === "incomplete_expired")
        return i18n._(
          msg`The first payment wasn’t completed in time, so the subscription never started.`,
        );
      return date === null ? i18n._(msg`Ended.`) : i18n._(msg`Ended on ${date}.`);
    case "unknown":
      return i18n._(msg`This shop doesn’t know this subscription’s status. View it in Stripe.`);
  }
}

function explainRenewal(i18n: I18n, date: string | null, amount: string | null): string {
  if (date === null)
    return amount === null
      ? i18n._(msg`Renews at its current price.`)
      : i18n._(msg`Renews for ${amount}.`);
  return amount === null
    ? i18n._(msg`Renews on ${date} at its current price.`)
    : i18n._(msg`Renews on ${date} for ${amount}.`);
}

function explainTrialEnd(i18n: I18n, date: string | null, amount: string | null): string {
  if (date === null)
    return amount === null
      ? i18n._(msg`When the free trial ends, the subscription’s price is charged.`)
      : i18n._(msg`When the free trial ends, ${amount} is charged.`);
  return amount === null
    ? i18n._(msg`The free trial ends on ${date}. The subscription’s price is charged then.`)
    : i18n._(msg`The free trial ends on ${date}. ${amount} is charged then.`);
}

/** Describes the total of all items: "$9 a month", "$27 a month for 3 seats". */
export function describeItems(
  i18n: I18n,
  items: Pick<
    ListedSubscription["items"][number],
    "amountMinor" | "currency" | "interval" | "intervalCount" | "quantity" | "taxBehavior"
  >[],
): string {
  return items
    .map(({ amountMinor, currency, interval, intervalCount, quantity, taxBehavior: tax }) =>
      describeTotal(
        i18n,
        { amountMinor: amountMinor * quantity, currency, interval, intervalCount, tax },
        quantity,
      ),
    )
    .join(" + ");
}

/** Returns the names of the products; items that the seller added at Stripe have none. */
export function getProductNames(i18n: I18n, items: { productName: string | null }[]): string {
  const names = items.flatMap(({ productName }) => productName ?? []);
  return names.length === 0 ? i18n._(msg`Added in Stripe`) : names.join(", ");
}

/** Describes a discount: "Spring: 20% off until March 3, 2026". */
export function describeDiscount(i18n: I18n, discount: Subscription["discounts"][number]): string {
  const { name, endsAt } = discount;
  const off = describeAmountOff(i18n, discount);
  const date = endsAt === null ? null : formatsOf(i18n).date(endsAt);
  if (name === null) return date === null ? off : i18n._(msg`${off} until ${date}`);
  return date === null ? i18n._(msg`${name}: ${off}`) : i18n._(msg`${name}: ${off} until ${date}`);
}

function describeAmountOff(
  i18n: I18n,
  { percentOff, amountOffMinor, currency }: Subscription["discounts"][number],
): string {
  const formats = formatsOf(i18n);
  if (percentOff !== null) {
    const percent = formats.number(percentOff);
    return i18n._(msg`${percent}% off`);
  }
  if (amountOffMinor === null || currency === null) return i18n._(msg`Discount`);
  const amount = formats.money(amountOffMinor, currency);
  return i18n._(msg`${amount} off`);
}

/** Describes the price that the team moves the subscription to: "$12 from December 22, 2026". */
export function describePlannedPrice(
  i18n: I18n,
  { items, plannedPrice }: Pick<Subscription, "items" | "plannedPrice">,
): string | null {
  const [item] = items;
  if (!item || !plannedPrice) return null;
  const price = describeItems(i18n, [{ ...item, amountMinor: plannedPrice.amountMinor }]);
  const date = formatsOf(i18n).date(plannedPrice.from ?? plannedPrice.notBefore);
  return plannedPrice.from === null
    ? i18n._(msg`${price}, from the first renewal after ${date}`)
    : i18n._(msg`${price}, from ${date}`);
}

const pauses: Record<
  string,
  { forever: MessageDescriptor; until: (date: string) => MessageDescriptor }
> = {
  void: {
    forever: msg`Paused. Invoices are voided.`,
    until: (date) => msg`Paused until ${date}. Invoices are voided.`,
  },
  keep_as_draft: {
    forever: msg`Paused. Invoices are kept as drafts.`,
    until: (date) => msg`Paused until ${date}. Invoices are kept as drafts.`,
  },
  mark_uncollectible: {
    forever: msg`Paused. Invoices are marked uncollectible.`,
    until: (date) => msg`Paused until ${date}. Invoices are marked uncollectible.`,
  },
};

const unknownPause = {
  forever: msg`Paused`,
  until: (date: string) => msg`Paused until ${date}`,
};

/** Describes how payment collection is paused. */
export function describePause(
  i18n: I18n,
  { pauseBehavior, pauseResumesAt }: Pick<Subscription, "pauseBehavior" | "pauseResumesAt">,
): string | null {
  if (pauseBehavior === null) return null;
  const pause = pauses[pauseBehavior] ?? unknownPause;
  if (pauseResumesAt === null) return i18n._(pause.forever);
  return i18n._(pause.until(formatsOf(i18n).date(pauseResumesAt)));
}

/** Explains to the team what a dispute means for a subscription that runs; null if no dispute blocks it. */
export function explainDispute(i18n: I18n, notice: Subscription["notice"]): Message | null {
  switch (notice?.code) {
    case "disputed":
      return {
        title: i18n._(msg`A payment is disputed.`),
        nextStep: i18n._(
          msg`Access is suspended until the bank decides. Until then, the plan and seats can’t be changed, and a cancellation can’t be undone. You can cancel the subscription. Respond to the dispute in Stripe.`,
        ),
      };
    case "dispute_lost":
      return {
        title: i18n._(msg`A dispute was lost.`),
        nextStep: i18n._(
          msg`Access stays suspended, but the subscription still renews and charges the customer. Cancel it immediately unless you agreed otherwise with the customer.`,
        ),
      };
    default:
      return null;
  }
}

/** Says why it was canceled; null if it was not, or the subscriber gave no reason. */
export function describeCancellationReason({
  cancellationFeedback: feedback,
}: Pick<Subscription, "cancellationFeedback">): string | null {
  return feedback === null ? null : describeCancellationFeedback(feedback);
}
