import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid, missing } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { flag, integer, mergeMetadata, metadata, shape, text } from "../protocol/params.ts";
import type { PriceRow, SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { periodEnd } from "./compute-period-end.ts";
import { itemsOf } from "./subscription-items.ts";

/** One entry of `items` in `subscriptions.update` and in a preview. */
export const itemChange = shape<Stripe.SubscriptionUpdateParams.Item>()({
  deleted: flag.optional(),
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  quantity: integer
    .refine((value) => value >= 0, "This value must be greater than or equal to 0.")
    .optional(),
});
export type ItemChange = z.output<typeof itemChange>;

/** A change of items that is worked out and not written. */
export interface ItemPlan {
  before: SubscriptionItemRow[];
  after: SubscriptionItemRow[];
  /** Ids of items that change in what they cost: another price or quantity, new or gone. */
  changed: Set<string>;
  /** Ids of items that begin a new period at once, and are billed for the whole of it. */
  restarted: Set<string>;
}

interface PlanOptions {
  /** Unix seconds: when the change takes effect. */
  at: number;
  /** Every item begins a new period: the billing cycle is reset, or a trial ends. */
  restartAll?: boolean;
}

/** Works out what items a subscription has after `changes`, which name items by id. */
export function planItems(
  account: Account,
  subscription: SubscriptionRow,
  changes: ItemChange[],
  { at, restartAll = false }: PlanOptions,
): ItemPlan {
  const before = itemsOf(account, subscription.id);
  const plan: ItemPlan = {
    before,
    after: [...before],
    changed: new Set(),
    restarted: new Set(),
  };
  for (const [index, change] of changes.entries()) {
    const current = before.find((item) => item.id === change.id);
    if (change.id && !current) throw missing("subscription_item", change.id, `items[${index}][id]`);
    if (change.deleted) {
      if (!current)
        throw invalid("To delete an item, give its `id`.", { param: `items[${index}]` });
      plan.after = plan.after.filter((item) => item.id !== current.id);
      plan.changed.add(current.id);
    } else if (current) {
      changeItem(account, subscription, plan, current, change, { index, at });
    } else {
      addItem(account, subscription, plan, change, { index, at });
    }
  }
  if (plan.after.length === 0)
    throw invalid("A subscription must have at least one active plan.", { param: "items" });
  if (restartAll) {
    plan.after = plan.after.map((item) => restart(account, plan, item, at));
  }
  return plan;
}

/** Writes a plan. */
export function applyItems(account: Account, { before, after }: ItemPlan): void {
  for (const item of before)
    if (!after.some(({ id }) => id === item.id)) account.objects.bury("subscription_item", item.id);
  for (const item of after) {
    if (before.some(({ id }) => id === item.id)) account.objects.update("subscription_item", item);
    else account.objects.insert("subscription_item", item);
  }
}

function changeItem(
  account: Account,
  subscription: SubscriptionRow,
  plan: ItemPlan,
  current: SubscriptionItemRow,
  change: ItemChange,
  { index, at }: { index: number; at: number },
): void {
  const price = change.price
    ? recurringPrice(account, subscription.currency, change.price, `items[${index}][price]`)
    : account.get("price", current.price);
  const before = account.get("price", current.price);
  const quantity = change.quantity ?? current.quantity ?? 1;
  const item = {
    ...current,
    price: price.id,
    quantity,
    metadata: mergeMetadata(current.metadata, change.metadata),
  };
  if (price.id !== current.price || quantity !== current.quantity) plan.changed.add(item.id);
  // Another interval begins a new period, unless a trial is still running.
  const next =
    sameRhythm(before, price) || subscription.status === "trialing"
      ? item
      : restart(account, plan, item, at);
  plan.after = plan.after.map((row) => (row.id === item.id ? next : row));
}

function addItem(
  account: Account,
  subscription: SubscriptionRow,
  plan: ItemPlan,
  change: ItemChange,
  { index, at }: { index: number; at: number },
): void {
  const param = `items[${index}][price]`;
  if (!change.price)
    throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  const price = recurringPrice(account, subscription.currency, change.price, param);
  if (plan.after.some((row) => row.price === price.id)) {
    throw invalid(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
      param,
    });
  }
  const item = newItem(subscription.id, price, change, { start: at, end: at, created: at });
  plan.changed.add(item.id);
  const sibling = plan.after.find((row) => sameRhythm(account.get("price", row.price), price));
  const running = subscription.status === "trialing" ? plan.after[0] : sibling;
  plan.after.push(
    running
      ? {
          ...item,
          current_period_start: running.current_period_start,
          current_period_end: running.current_period_end,
        }
      : restart(account, plan, item, at),
  );
}

/** An item for a period, in unix seconds. */
export function newItem(
  subscription: string,
  price: PriceRow,
  { quantity, metadata: given }: Pick<ItemChange, "quantity" | "metadata">,
  { start, end, created }: { start: number; end: number; created: number },
): SubscriptionItemRow {
  return {
    id: newId("subscription_item"),
    object: "subscription_item",
    billing_thresholds: null,
    created,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: mergeMetadata({}, given),
    price: price.id,
    quantity: quantity ?? 1,
    subscription,
    tax_rates: [],
  };
}

function restart(
  account: Account,
  plan: ItemPlan,
  item: SubscriptionItemRow,
  at: number,
): SubscriptionItemRow {
  plan.restarted.add(item.id);
  const { recurring } = account.get("price", item.price);
  return { ...item, current_period_start: at, current_period_end: periodEnd(at, recurring!) };
}

function sameRhythm(a: PriceRow, b: PriceRow): boolean {
  return (
    a.recurring?.interval === b.recurring?.interval &&
    a.recurring?.interval_count === b.recurring?.interval_count
  );
}

/** A price that a subscription may have. */
export function recurringPrice(
  account: Account,
  currency: string,
  id: string,
  param: string,
): PriceRow {
  const price = account.get("price", id, param);
  if (!price.recurring)
    throw invalid(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param },
    );
  if (!price.active)
    throw invalid("The price specified is inactive. This field only accepts active prices.", {
      param,
    });
  if (price.currency !== currency) {
    throw invalid(
      `The price specified supports currencies of \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      { param },
    );
  }
  return price;
}
