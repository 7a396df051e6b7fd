import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/newest-first.ts";
import { subscriptionJson } from "../../feed/subscription.ts";

/** Filters of the list of subscriptions. Without `customer`, `product` stands alone. */
export type SubscriptionFilter = {
  customer?: string | undefined;
  product?: string | undefined;
  /** Stripe's status. */
  status?: string | undefined;
};

/** An object of a list: its JSON, and its place in the list. */
type ListRow = { data: string; value: number; id: string };

/** Returns a page of subscriptions of this mode, newest first, with one more row. Each filter has an index. */
export function listSubscriptions(
  ctx: Ctx,
  input: SubscriptionFilter & NewestFirst,
): Promise<ListRow[]> {
  const { customer, product, status } = input;
  if (customer === undefined && product !== undefined)
    return listSubscriptionsOfProduct(ctx, { ...input, product });
  const { conditions, orderAndLimit } = newestFirst("subscriptions", input);
  const where = [
    ofMode(ctx),
    ...(customer === undefined ? [] : [sql`subscriptions.user_id = ${customer}`]),
    ...(status === undefined ? [] : [sql`subscriptions.status = ${status}`]),
    ...(product === undefined
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM subscription_items i
            WHERE i.subscription_id = subscriptions.id AND i.product_id = ${product})`,
        ]),
    ...conditions,
  ];
  // Named, because SQLite would read the subscriptions of everybody to save sorting those of one customer.
  const index = sql.raw(chooseIndex(input));
  return ctx.db.all<ListRow>(sql`
    SELECT ${subscriptionJson(ctx)} AS data, subscriptions.created_at AS value, subscriptions.id AS id
    FROM subscriptions INDEXED BY ${index} WHERE ${sql.join(where, sql` AND `)} ${orderAndLimit}`);
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
    WHERE ${ofMode(ctx)} ORDER BY found.id DESC`);
}

/** Returns the JSON of a subscription of this mode; undefined if there is none. */
export async function findSubscription(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ctx.db.get<{ data: string }>(sql`
    SELECT ${subscriptionJson(ctx)} AS data FROM subscriptions
    WHERE subscriptions.id = ${id} AND ${ofMode(ctx)}`);
  return row?.data;
}

function ofMode(ctx: Ctx): SQL {
  return sql`subscriptions.mode = ${ctx.config.stripe.mode}`;
}

function chooseIndex({ customer, status }: SubscriptionFilter): string {
  if (customer !== undefined) return "subscriptions_user";
  return status === undefined ? "subscriptions_time" : "subscriptions_status";
}
