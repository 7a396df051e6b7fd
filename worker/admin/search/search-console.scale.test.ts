import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillOrders } from "../../testing/fill/fill-orders.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { buyLicense } from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { searchConsole } from "./search-console.ts";

const COUNT = 100_000;
const shop = openTestShop();
let memberId: string;
let wholeKey: string;

/** 100,000 users, each with an order, a subscription, a payment, a license key and an event from Stripe. */
beforeAll(async () => {
  const { benefitId, product, key } = await buyLicense(shop);
  wholeKey = key;
  memberId = await shop.createUser();
  const all = { from: 1, to: COUNT };
  await fillOrders([product.id, product.id], 1, COUNT);
  await insertRows(
    "subscriptions (id, user_id, customer_id, mode, stripe_subscription_id, status, created_at)",
    `printf('sub_%026d', i), printf('usr_%026d', i), printf('cst_%026d', i), 'test', printf('sub_S%06d', i), 'active', i`,
    all,
  );
  await insertRows(
    `payments (mode, stripe_charge_id, user_id, customer_id, status, amount_minor, refunded_minor, currency,
               stripe_payment_intent_id, created_at, stripe_invoice_id, invoice_number, stripe_subscription_id)`,
    `'test', printf('ch_%06d', i), printf('usr_%026d', i), printf('cst_%026d', i), 'succeeded', 900, 0, 'usd',
     printf('pi_%06d', i), i, printf('in_%06d', i), printf('AB%06d-0001', i), printf('sub_S%06d', i)`,
    all,
  );
  await insertRows(
    "license_keys (id, benefit_id, user_id, key, key_hash, origin, created_at)",
    `printf('lic_%026d', i), '${benefitId}', printf('usr_%026d', i), printf('CROWD-%06d', i), printf('hash%d', i),
     'imported', i`,
    all,
  );
  await insertRows(
    "events (id, mode, type, customer_id, dirty_seq, status, payload, created_at, received_at)",
    `printf('evt_%06d', i), 'test', 'customer.updated', printf('cst_%026d', i), 1, 'done', '{}', i, i`,
    all,
  );
});

const zeros = "0".repeat(20);

test.each([
  ["a part of a name", "ame 0777", 5000],
  ["a part of an email", "77770@", 300],
  ["a part that one user has", "077777", 300],
  ["two words that all users have", "name example", 8000],
  ["a letter that all users have", "e", 6000],
  ["a digit that most users have", "7", 6000],
  ["nothing", "zzzz", 50],
  ["a user's id", `usr_${zeros}077777`, 50],
  ["Stripe's customer", "cus_077777", 50],
  ["an order's id", `ord_${zeros}077777`, 50],
  ["the start of an order's id", `ord_${zeros}07`, 100],
  ["Stripe's session", "cs_077777", 50],
  ["Stripe's payment", "pi_077777", 50],
  ["Stripe's charge", "ch_077777", 50],
  ["Stripe's invoice", "in_077777", 50],
  ["an invoice number", "AB077777-0001", 50],
  ["the start of an invoice number", "ab07", 100],
  ["an amount", "$9.00", 3000],
  ["Stripe's subscription", "sub_S077777", 50],
  ["Stripe's event", "evt_077777", 50],
])("a search by %s (%s) reads at most a few thousand of 100,000 rows", async (_, search, most) => {
  const { db, usage } = countReads(env.DB);
  const ctx = { ...shop.asUser(memberId), db };
  const found = await searchConsole(ctx, { search });
  const count = Object.values(found).reduce((sum, group) => sum + (group?.items.length ?? 0), 0);
  expect(count > 0).toBe(!["zzzz", "cus_077777"].includes(search));
  expect(usage.statements).toBeLessThanOrEqual(12);
  expect(usage.rowsRead).toBeLessThanOrEqual(most);
});

test.each([
  ["an admin, the start of a license key", "admin", (): string => "crowd-07"],
  ["support, a whole license key", "support", (): string => wholeKey],
] as const)("for %s, a search reads at most 100 of 100,000 rows", async (_, role, search) => {
  const { db, usage } = countReads(env.DB);
  const ctx = { ...shop.asUser(memberId, undefined, role), db };
  const { licenses } = await searchConsole(ctx, { search: search() });
  expect(licenses.items.length).toBeGreaterThan(0);
  expect(usage.statements).toBeLessThanOrEqual(12);
  expect(usage.rowsRead).toBeLessThanOrEqual(100);
});
