import { insertRows, insertUsers } from "./insert-rows.ts";

/** Inserts subscriptions `from` to `to`, each with one item and its own user. Every tenth is canceled. */
export async function fillSubscriptions(productId: string, from: number, to: number) {
  await insertUsers(from, to);
  await insertRows(
    `subscriptions (id, user_id, customer_id, mode, stripe_subscription_id, status, current_period_end,
                    latest_payment_intent_id, created_at)`,
    `printf('sub_%026d', i), printf('usr_%026d', i), printf('cst_%026d', i), 'test', printf('sub_S%06d', i),
     CASE i % 10 WHEN 0 THEN 'canceled' ELSE 'active' END, i, printf('pi_%06d', i), i`,
    { from, to },
  );
  await insertRows(
    `subscription_items (stripe_item_id, subscription_id, product_id, stripe_price_id, amount_minor, currency,
                         interval, interval_count, quantity)`,
    `printf('si_%06d', i), printf('sub_%026d', i), '${productId}', 'price_x', 900, 'usd', 'month', 1, 1`,
    { from, to },
  );
}
