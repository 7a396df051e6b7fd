import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { NewestFirst } from "../../db/sort-by.ts";
import { subscriptionJson } from "../../feed/subscription.ts";
import {
  findObject,
  hasValue,
  isOfMode,
  listNewest,
  type ListRow,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

const isShown = isOfMode("subscriptions");
const kind = { table: "subscriptions", json: subscriptionJson, isShown };

/** Filters of the list of subscriptions. Without `customer`, `product` stands alone. `status` is Stripe's. */
export type SubscriptionFilter = PurchaseFilter<string>;

/** Returns a page of subscriptions of this mode, newest first, with one more row. Each filter has an index. */
export function listSubscriptions(
  ctx: Ctx,
  input: SubscriptionFilter & NewestFirst,
): Promise<ListRow[]> {
  const { customer, product, status } = input;
  if (customer === undefined && product !== undefined)
    return listSubscriptionsOfProduct(ctx, { ...input, product });
  const where = [
    hasValue("subscriptions.user_id", customer),
    hasValue("subscriptions.status", status),
    product === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM subscription_items i
          WHERE i.subscription_id = subscriptions.id AND i.product_id = ${product})`,
  ];
  return listNewest(ctx, kind, { ...input, where, index: chooseIndex(input) });
}

/** In the order in which the shop learned of them, which is that of their ids: only their items know the product. */
function listSubscriptionsOfProduct(
  ctx: Ctx,
  { product, after, limit }: { product: string } & NewestFirst,
): Promise<ListRow[]> {
  const isAfter = after ? sql`AND i.subscription_id < ${after.id}` : sql``;
  return ctx.db.all<ListRow>(sql`
    SELECT ${subscriptionJson(ctx)} AS data, subscriptions.created_at AS value, subscriptions.id AS id
    FROM (SELECT DISTINCT i.subscription_id AS id FROM subscription_items i
      WHERE i.product_id = ${product} ${isAfter} ORDER BY i.subscription_id DESC LIMIT ${limit + 1}) AS found
    CROSS JOIN subscriptions ON subscriptions.id = found.id
    WHERE ${isShown(ctx)} ORDER BY found.id DESC`);
}

/** Returns the JSON of a subscription of this mode; undefined if there is none. */
export const findSubscription = (ctx: Ctx, id: string) => findObject(ctx, kind, id);

function chooseIndex({ customer, status }: SubscriptionFilter): string {
  if (customer !== undefined) return "subscriptions_user";
  return status === undefined ? "subscriptions_time" : "subscriptions_status";
}
