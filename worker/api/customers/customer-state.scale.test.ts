import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillOrders } from "../../testing/fill/fill-orders.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { findCustomerState } from "./state.query.ts";

const COUNT = 100_000;

test("a customer's state reads no rows of the 100,000 other customers", async () => {
  const shop = openTestShop();
  const { userId, customerId, product } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await fillOrders([product.id, product.id], 1, COUNT);
  await insertRows(
    "subscriptions (id, user_id, customer_id, mode, stripe_subscription_id, status, trial_end, created_at)",
    `printf('sub_%026d', i), printf('usr_%026d', i), printf('cst_%026d', i), 'test', printf('sub_S%06d', i), 'trialing', i, i`,
    { from: 1, to: COUNT },
  );
  const { db, usage } = countReads(env.DB);
  const state = JSON.parse((await findCustomerState({ ...shop.ctx(), db }, userId))!);
  expect(state).toMatchObject({ orders: [{ productId: product.id }], subscriptions: [] });
  expect(usage.rowsRead).toBeLessThan(100);
});
