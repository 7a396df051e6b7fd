import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalidRequestError, resourceMissingError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { flag, integer, mergeMetadata, metadata, schemaFor, text } from "../protocol/params.ts";
import type { PriceRow, SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { computePeriodEnd } from "./compute-period-end.ts";
import { listSubscriptionItems } from "./subscription-items.ts";

/** One entry of `items` in `subscriptions.update` and `invoices.createPreview`. */
export const itemChangeParams = schemaFor<Stripe.SubscriptionUpdateParams.Item>()({
  deleted: flag.optional(),
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  quantity: integer
    .refine((value) => value >= 0, "This value must be greater than or equal to 0.")
    .optional(),
});
export type ItemChange = z.output<typeof itemChangeParams>;

/** A computed item change that hasn't been stored. */
export interface PlannedItems {
  before: SubscriptionItemRow[];
  after: SubscriptionItemRow[];
  /** Ids of the items whose cost changes: another price or quantity, added or removed. */
  changed: Set<string>;
  /** Ids of the items that start a new period now and are billed for all of it. */
  restarted: Set<string>;
}

interface PlanOptions {
  /** When the change takes effect, in Unix seconds. */
  at: number;
  /** Whether every item starts a new period, because the billing cycle is reset or a trial ends. */
  restartAllPeriods?: boolean;
}

/**
 * Computes the items of a subscription after `changes`, which refer to items by id.
 * @throws ApiError for an unknown item, an unusable price, or a change that removes every item.
 */
export function planItems(
  account: Account,
  subscription: SubscriptionRow,
  changes: ItemChange[],
  { at, restartAllPeriods = false }: PlanOptions,
): PlannedItems {
  const before = listSubscriptionItems(account, subscription.id);
  const plan: PlannedItems = {
    before,
    after: [...before],
    changed: new Set(),
    restarted: new Set(),
  };
  for (const [index, change] of changes.entries()) {
    const current = before.find((item) => item.id === change.id);
    if (change.id && !current)
      throw resourceMissingError("subscription_item", change.id, `items[${index}][id]`);
    if (change.deleted) {
      if (!current)
        throw invalidRequestError("To delete an item, give its `id`.", {
          param: `items[${index}]`,
        });
      plan.after = plan.after.filter((item) => item.id !== current.id);
      plan.changed.add(current.id);
    } else if (current) {
      changeItem(account, subscription, plan, current, change, { index, at });
    } else {
      addItem(account, subscription, plan, change, { index, at });
    }
  }
  if (plan.after.length === 0)
    throw invalidRequestError("A subscription must have at least one active plan.", {
      param: "items",
    });
  if (restartAllPeriods) {
    plan.after = plan.after.map((item) => restartPeriod(account, plan, item, at));
  }
  return plan;
}

/** Stores planned items. */
export function applyItems(account: Account, { before, after }: PlannedItems): void {
  for (const item of before)
    if (!after.some(({ id }) => id === item.id))
      account.objects.markDeleted("subscription_item", item.id);
  for (const item of after) {
    if (before.some(({ id }) => id === item.id)) account.objects.update("subscription_item", item);
    else account.objects.insert("subscription_item", item);
  }
}

function changeItem(
  account: Account,
  subscription: SubscriptionRow,
  plan: PlannedItems,
  current: SubscriptionItemRow,
  change: ItemChange,
  { index, at }: { index: number; at: number },
): void {
  const price = change.price
    ? getRecurringPrice(account, subscription.currency, change.price, `items[${index}][price]`)
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
  // A price with another interval starts a new period, except during a trial.
  const next =
    hasSameInterval(before, price) || subscription.status === "trialing"
      ? item
      : restartPeriod(account, plan, item, at);
  plan.after = plan.after.map((row) => (row.id === item.id ? next : row));
}

function addItem(
  account: Account,
  subscription: SubscriptionRow,
  plan: PlannedItems,
  change: ItemChange,
  { index, at }: { index: number; at: number },
): void {
  const param = `items[${index}][price]`;
  if (!change.price)
    throw invalidRequestError(`Missing required param: ${param}.`, {
      code: "parameter_missing",
      param,
    });
  const price = getRecurringPrice(account, subscription.currency, change.price, param);
  if (plan.after.some((row) => row.price === price.id)) {
    throw invalidRequestError(
      `Cannot add multiple subscription items with the same plan: ${price.id}`,
      {
        param,
      },
    );
  }
  const item = buildSubscriptionItem(subscription.id, price, change, {
    start: at,
    end: at,
    created: at,
  });
  plan.changed.add(item.id);
  const sibling = plan.after.find((row) => hasSameInterval(account.get("price", row.price), price));
  const periodSource = subscription.status === "trialing" ? plan.after[0] : sibling;
  plan.after.push(
    periodSource
      ? {
          ...item,
          current_period_start: periodSource.current_period_start,
          current_period_end: periodSource.current_period_end,
        }
      : restartPeriod(account, plan, item, at),
  );
}

/** Builds a subscription item for a period. Times are Unix seconds. */
export function buildSubscriptionItem(
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

function restartPeriod(
  account: Account,
  plan: PlannedItems,
  item: SubscriptionItemRow,
  at: number,
): SubscriptionItemRow {
  plan.restarted.add(item.id);
  const { recurring } = account.get("price", item.price);
  return {
    ...item,
    current_period_start: at,
    current_period_end: computePeriodEnd(at, recurring!),
  };
}

function hasSameInterval(a: PriceRow, b: PriceRow): boolean {
  return (
    a.recurring?.interval === b.recurring?.interval &&
    a.recurring?.interval_count === b.recurring?.interval_count
  );
}

/**
 * Returns an active recurring price in the given currency.
 * @throws ApiError with `param` if the price is missing, inactive, one-time or in another currency.
 */
export function getRecurringPrice(
  account: Account,
  currency: string,
  id: string,
  param: string,
): PriceRow {
  const price = account.get("price", id, param);
  if (!price.recurring)
    throw invalidRequestError(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param },
    );
  if (!price.active)
    throw invalidRequestError(
      "The price specified is inactive. This field only accepts active prices.",
      {
        param,
      },
    );
  if (price.currency !== currency) {
    throw invalidRequestError(
      `The price specified supports currencies of \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      { param },
    );
  }
  return price;
}
