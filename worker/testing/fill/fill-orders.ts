import { insertRows, insertUsers } from "./insert-rows.ts";

/** Inserts orders `from` to `to`, each with its own user. Every tenth is refunded; the one after it has product two. */
export async function fillOrders(products: [string, string], from: number, to: number) {
  await insertUsers(from, to);
  await insertRows(
    `orders (id, user_id, customer_id, product_id, mode, stripe_session_id, stripe_payment_intent_id, status,
             total_minor, tax_minor, discount_minor, refunded_minor, currency, created_at)`,
    `printf('ord_%026d', i), printf('usr_%026d', i), printf('cst_%026d', i),
     CASE i % 10 WHEN 1 THEN '${products[1]}' ELSE '${products[0]}' END, 'test',
     printf('cs_%06d', i), printf('pi_%06d', i), CASE i % 10 WHEN 0 THEN 'refunded' ELSE 'paid' END,
     2900, 0, 0, 0, 'usd', i`,
    { from, to },
  );
}
