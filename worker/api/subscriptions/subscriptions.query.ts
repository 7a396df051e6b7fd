import { and, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/sort-by.ts";
import { subscriptionJson } from "../../feed/subscription.ts";
import { hasNumber } from "../../db/has-number.ts";
import {
  findObject,
  hasOneOf,
  hasValue,
  isOfMode,
  listNewest,
  listScanned,
  type ListRow,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

const isShown = isOfMode("subscriptions");
const kind = { table: "subscriptions", json: subscriptionJson, isShown };

/** Filters of the list of subscriptions. */
export type SubscriptionFilter = PurchaseFilter<string> & { number?: string | undefined };

/** Returns a page of subscriptions of this mode, newest first, with one more row. */
export function listSubscriptions(
  ctx: Ctx,
  input: SubscriptionFilter & NewestFirst,
): Promise<ListRow[]> {
  const { customer, product } = input;
  const status = hasOneOf("subscriptions.status", input.status);
  const list = (index: string, where: (SQL | undefined)[], rest?: (SQL | undefined)[]) =>
    listNewest(ctx, kind, { ...input, index, where, rest });
  const hasProduct =
    product === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM subscription_items i
          WHERE i.subscription_id = subscriptions.id AND i.product_id = ${product})`;
  const isOfCustomer = hasValue("subscriptions.user_id", customer);
  const number = input.number && hasNumber(sql`subscriptions.id`, "sub", input.number);
  if (number)
    return list("sqlite_autoindex_subscriptions_1", [number, isOfCustomer, hasProduct, status]);
  if (customer !== undefined) return list("subscriptions_user", [isOfCustomer, hasProduct, status]);
  if (product !== undefined)
    return listSubscriptionsOfProduct(ctx, { ...input, product, hasStatus: status });
  if (input.status?.length === 1) return list("subscriptions_status", [status]);
  return list("subscriptions_time", [], [status]);
}

/** In the order in which the shop learned of them, which is that of their ids: only their items know the product. */
function listSubscriptionsOfProduct(
  ctx: Ctx,
  input: { product: string; hasStatus: SQL | undefined } & NewestFirst,
): Promise<ListRow[]> {
  const { product, hasStatus, after, limit } = input;
  const { conditions } = newestFirst("subscriptions", { ...input, after: undefined });
  const isAfter = after ? sql`AND i.subscription_id < ${after.id}` : sql``;
  return listScanned(ctx, {
    columns: sql`${subscriptionJson(ctx)} AS data, subscriptions.created_at AS value, subscriptions.id AS id`,
    table: "found CROSS JOIN subscriptions ON subscriptions.id = found.id",
    rows: sql`SELECT DISTINCT i.subscription_id AS id, 0 AS created_at FROM subscription_items i
      WHERE i.product_id = ${product} ${isAfter} ORDER BY i.subscription_id DESC`,
    others: and(isShown(ctx), hasStatus, ...conditions),
    limit,
  });
}

/** Returns the JSON of a subscription of this mode; undefined if there is none. */
export const findSubscription = (ctx: Ctx, id: string) => findObject(ctx, kind, id);
