import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid, missing } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { flag, integer, mergeMetadata, metadata, shape, text } from "../protocol/params.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { periodEnd } from "./period.ts";

/** One entry of `items` in `subscriptions.update`. */
export const itemChange = shape<Stripe.SubscriptionUpdateParams.Item>()({
  deleted: flag.optional(),
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  quantity: integer
    .refine((value) => value >= 0, "This value must be greater than or equal to 0.")
    .optional(),
});

type ItemChange = z.output<typeof itemChange>;

/** Changes, adds and removes items of a subscription, by item id. */
export function changeItems(
  account: Account,
  subscription: SubscriptionRow,
  changes: ItemChange[],
  proration: "none" | undefined,
): void {
  if (proration === undefined) {
    throw invalid("The stand-in does not prorate yet: pass `proration_behavior=none`.", {
      param: "proration_behavior",
    });
  }
  for (const [index, change] of changes.entries()) {
    const current = change.id ? account.objects.find("subscription_item", change.id) : undefined;
    if (change.id && current?.subscription !== subscription.id)
      throw missing("subscription_item", change.id, `items[${index}][id]`);
    if (change.deleted) {
      if (current) account.objects.bury("subscription_item", current.id);
    } else if (current) {
      changeItem(account, subscription, current, change, index);
    } else {
      addItem(account, subscription, change, index);
    }
  }
  if (
    account.objects.all("subscription_item", [{ field: "subscription", equals: subscription.id }])
      .length === 0
  ) {
    throw invalid("A subscription must have at least one active plan.", { param: "items" });
  }
}

function changeItem(
  account: Account,
  subscription: SubscriptionRow,
  current: SubscriptionItemRow,
  change: ItemChange,
  index: number,
): void {
  const price = recurringPrice(
    account,
    subscription,
    change.price ?? current.price,
    index,
    change.price === undefined,
  );
  const before = account.get("price", current.price);
  const sameRhythm =
    before.recurring?.interval === price.recurring?.interval &&
    before.recurring?.interval_count === price.recurring?.interval_count;
  account.change("subscription_item", current.id, {
    price: price.id,
    quantity: change.quantity ?? current.quantity ?? 1,
    metadata: mergeMetadata(current.metadata, change.metadata),
    // Another interval begins a new period today, unless a trial is still running.
    ...(!sameRhythm && subscription.status !== "trialing" && periodFrom(account, price.recurring!)),
  });
}

function addItem(
  account: Account,
  subscription: SubscriptionRow,
  change: ItemChange,
  index: number,
): void {
  if (!change.price)
    throw invalid(`Missing required param: items[${index}][price].`, {
      code: "parameter_missing",
      param: `items[${index}][price]`,
    });
  const price = recurringPrice(account, subscription, change.price, index, false);
  const sibling = account.objects.all("subscription_item", [
    { field: "subscription", equals: subscription.id },
  ]);
  if (sibling.some((row) => row.price === price.id)) {
    throw invalid(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
      param: `items[${index}][price]`,
    });
  }
  account.create("subscription_item", {
    id: newId("subscription_item"),
    object: "subscription_item",
    billing_thresholds: null,
    created: account.clock.now(),
    current_trial: null,
    discounts: [],
    metadata: mergeMetadata({}, change.metadata),
    price: price.id,
    quantity: change.quantity ?? 1,
    subscription: subscription.id,
    tax_rates: [],
    ...(subscription.trial_end !== null && subscription.status === "trialing"
      ? { current_period_start: account.clock.now(), current_period_end: subscription.trial_end }
      : periodFrom(account, price.recurring!)),
  });
}

function periodFrom(account: Account, recurring: Stripe.Price.Recurring) {
  const now = account.clock.now();
  return { current_period_start: now, current_period_end: periodEnd(now, recurring) };
}

function recurringPrice(
  account: Account,
  subscription: SubscriptionRow,
  id: string,
  index: number,
  known: boolean,
) {
  const param = `items[${index}][price]`;
  const price = account.get("price", id, param);
  if (!price.recurring)
    throw invalid(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param },
    );
  if (!known && !price.active)
    throw invalid("The price specified is inactive. This field only accepts active prices.", {
      param,
    });
  if (price.currency !== subscription.currency) {
    throw invalid(
      `The price specified supports currencies of \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      { param },
    );
  }
  return price;
}
