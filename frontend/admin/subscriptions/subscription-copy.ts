import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { toStatusOptions, type Status, translateLabel } from "../frame/label.tsx";
import { describeCancellationFeedback } from "../../../worker/shared/cancellation-reasons.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Message } from "../../messages/message.ts";
import type { Filter } from "../list/list-tools.tsx";
import { describeTotal } from "../../shop/catalog/price-copy.ts";
import type { ListedSubscription, Subscription } from "./queries.ts";

const statuses: Record<string, Status> = {
  active: { tone: "good", label: msg`Active` },
  trialing: { tone: "good", label: msg`Free trial` },
  past_due: { tone: "warning", label: msg`Past due` },
  unpaid: { tone: "bad", label: msg`Unpaid` },
  paused: { tone: "warning", label: msg`Paused` },
  incomplete: { tone: "warning", label: msg`Incomplete` },
  incomplete_expired: { tone: "neutral", label: msg`Expired` },
  canceled: { tone: "neutral", label: msg`Ended` },
};

/** The filter of subscriptions by status. */
export const statusOptions: Filter["options"] = [
  ...toStatusOptions(statuses),
  { value: "ending", label: msg`Ending soon` },
  { value: "collection_paused", label: msg`Payment collection paused` },
];

/** Returns how a Stripe status is shown; an unknown one as Stripe names it. */
export function getSubscriptionStatus(status: string): Status {
  return statuses[status] ?? { tone: "neutral", label: status.replaceAll("_", " ") };
}

/** Returns the label of a Stripe status. */
export function getSubscriptionStatusLabel(i18n: I18n, status: string): string {
  return translateLabel(i18n, getSubscriptionStatus(status).label);
}

type Next = ListedSubscription["next"]["kind"];

/** What happens next, short enough for a list. `date` is null if it is unknown. */
const nextLabels: Record<Next, (date: string | null) => MessageDescriptor> = {
  renews: (date) => (date === null ? msg`Renews` : msg`Renews ${date}`),
  trial_ends: (date) => (date === null ? msg`Trial ends` : msg`Trial ends ${date}`),
  ends: (date) => (date === null ? msg`Ends` : msg`Ends ${date}`),
  paused: (date) => (date === null ? msg`Paused` : msg`Paused until ${date}`),
  retrying: (date) => (date === null ? msg`Payment retry` : msg`Payment retry ${date}`),
  overdue: (date) => (date === null ? msg`Overdue` : msg`Overdue, ends ${date}`),
  incomplete: () => msg`Awaiting first payment`,
  unpaid: () => msg`Awaiting payment`,
  ended: (date) => (date === null ? msg`Ended` : msg`Ended ${date}`),
  unknown: () => msg`Unknown`,
};

/** Describes what happens next and when, short enough for a list. */
export function describeNext(i18n: I18n, { kind, at }: ListedSubscription["next"]): string {
  return i18n._(nextLabels[kind](at === null ? null : formatsOf(i18n).shortDate(at)));
}

type NextFacts = { date: string | null; amount: string | null; status: Subscription["status"] };

const nextSentences: Record<Next, (facts: NextFacts) => MessageDescriptor> = {
  renews: ({ date, amount }) => {
    if (date === null)
      return amount === null ? msg`Renews at its current price.` : msg`Renews for ${amount}.`;
    return amount === null
      ? msg`Renews on ${date} at its current price.`
      : msg`Renews on ${date} for ${amount}.`;
  },
  trial_ends: ({ date, amount }) => {
    if (date === null)
      return amount === null
        ? msg`When the free trial ends, the subscription’s price is charged.`
        : msg`When the free trial ends, ${amount} is charged.`;
    return amount === null
      ? msg`The free trial ends on ${date}. The subscription’s price is charged then.`
      : msg`The free trial ends on ${date}. ${amount} is charged then.`;
  },
  ends: ({ date }) =>
    date === null
      ? msg`Canceled. Ends with the paid period. Nothing more will be charged.`
      : msg`Canceled. Ends on ${date}. Nothing more will be charged.`,
  paused: ({ date, status }) => {
    if (status === "paused") return msg`Paused. There is no access and no charge until it resumes.`;
    return date === null
      ? msg`Payment collection is paused. Nothing is charged until it resumes.`
      : msg`Payment collection is paused. It resumes automatically on ${date}.`;
  },
  retrying: ({ date }) =>
    date === null
      ? msg`The last payment failed. Stripe will retry it.`
      : msg`The last payment failed. Stripe will retry it on ${date}.`,
  overdue: ({ date }) =>
    date === null
      ? msg`The last invoice isn’t paid. The customer must pay it or confirm the payment with their bank.`
      : msg`The last invoice isn’t paid. The customer must pay it or confirm the payment with their bank. Otherwise access ends on ${date}.`,
  incomplete: () => msg`The customer hasn’t completed the first payment yet.`,
  unpaid: () => msg`The last payments failed. Stripe won’t retry until the open invoice is paid.`,
  ended: ({ date, status }) => {
    if (status === "incomplete_expired")
      return msg`The first payment wasn’t completed in time, so the subscription never started.`;
    return date === null ? msg`Ended.` : msg`Ended on ${date}.`;
  },
  unknown: () => msg`This shop doesn’t know this subscription’s status. View it in Stripe.`,
};

/** Describes what happens next in one sentence, for the subscription's page. */
export function explainNext(i18n: I18n, { next, items, status }: Subscription): string {
  const formats = formatsOf(i18n);
  const date = next.at === null ? null : formats.date(next.at);
  const currency = items[0]?.currency ?? "usd";
  const amount =
    next.amountMinor === null ? null : formats.money(next.amountMinor, currency, "exact");
  return i18n._(nextSentences[next.kind]({ date, amount, status }));
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

/** Explains to the team why a subscription that runs gives no access, and what they can do; null if it gives access. */
export function explainNoAccess(i18n: I18n, notice: Subscription["notice"]): Message | null {
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
    case "written_off":
      return {
        title: i18n._(msg`An unpaid invoice was written off.`),
        nextStep: i18n._(
          msg`The customer has no access until they pay it or a later invoice, although Stripe shows the subscription as active. To forgive the debt, void the invoice in Stripe. To give access without payment, give the product as a gift.`,
        ),
      };
    case "period_voided":
      return {
        title: i18n._(msg`The current period was not sold.`),
        nextStep: i18n._(
          msg`Its invoice was voided because payment collection was paused, so the customer has no access until the subscription renews. To sell the rest of the period, send an invoice and give the product as a gift until the renewal.`,
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

/** Returns the currency that a subscription is charged in, also for what is not in the catalog. Lower case. */
export function getCurrency({ items, payment }: Pick<Subscription, "items" | "payment">): string {
  return items[0]?.currency ?? payment?.currency ?? "usd";
}
