import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { insertUsers } from "../../testing/fill/insert-rows.ts";
import { buyLicense, licenseBenefit } from "../../testing/fixtures/licenses.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { deleteAccount } from "../../account/delete-account.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { toOrderNumber } from "../../shared/order-number.ts";
import { listAmounts } from "./text-sources.query.ts";
import type { searchConsole } from "./search-console.ts";

type Found = Awaited<ReturnType<typeof searchConsole>>;

/** Returns a function that searches the console as a member with this role. */
async function searchAs(shop: TestShop, role: "support" | "admin") {
  const member = await createSignedInUser({ role, env: shop.env });
  return async (search: string): Promise<Found> => {
    const response = await member.fetch(`/api/admin/search?${new URLSearchParams({ search })}`);
    expect(response.status).toBe(200);
    return response.json();
  };
}

/** The ids of everything found, by kind, without the kinds of which nothing was found. */
const idsOf = (found: Found) =>
  Object.fromEntries(
    Object.entries(found)
      .map(([kind, group]) => [kind, group?.items.map(({ id }) => id) ?? null] as const)
      .filter(([, ids]) => ids === null || ids.length > 0),
  );

const setName = (userId: string, name: string) =>
  env.DB.prepare("UPDATE users SET name = ? WHERE id = ?").bind(name, userId).run();

test("a buyer and what they bought are found by a part of the name, the email, and every id", async () => {
  const shop = openTestShop();
  const { userId, customerId, product } = await payForNewProduct(shop, {
    name: `Vörlesung ${crypto.randomUUID()}`,
    benefits: [licenseBenefit()],
  });
  await setName(userId, "Wilhelmine Quästenberg");
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const first = async <Row>(query: string) =>
    (await env.DB.prepare(query).bind(userId).first<Row>())!;
  const order = await first<{
    id: string;
    stripe_session_id: string;
    stripe_payment_intent_id: string;
    created_at: number;
  }>("SELECT * FROM orders WHERE user_id = ?");
  const { stripe_charge_id: charge } = await first<{ stripe_charge_id: string }>(
    "SELECT * FROM payments WHERE user_id = ?",
  );
  const key = await first<{ id: string; key: string }>(
    "SELECT * FROM license_keys WHERE user_id = ?",
  );
  const { stripe_customer_id: stripeCustomer } = await first<{ stripe_customer_id: string }>(
    "SELECT * FROM customers WHERE user_id = ?",
  );
  const { email } = await first<{ email: string }>("SELECT * FROM users WHERE id = ?");
  const { id: checkout } = await first<{ id: string }>("SELECT * FROM checkouts WHERE user_id = ?");
  const search = await searchAs(shop, "admin");

  const found = await search("quasten");
  expect(found).toMatchObject({
    customers: {
      hasMore: false,
      items: [{ id: userId, name: "Wilhelmine Quästenberg", email, status: "active" }],
    },
    orders: {
      items: [
        {
          id: order.id,
          status: "paid",
          totalMinor: 2900,
          currency: "usd",
          createdAt: order.created_at,
          productName: product.name,
          user: { id: userId },
        },
      ],
    },
    licenses: { items: [{ id: key.id, key: key.key, state: "granted", user: { id: userId } }] },
    subscriptions: { items: [] },
    payments: { items: [] },
    products: { items: [] },
  });
  const everything = idsOf(found);
  expect(idsOf(await search("berg wilhelm"))).toEqual(everything);
  expect(idsOf(await search(email.toUpperCase()))).toEqual(everything);
  for (const id of [userId, customerId, stripeCustomer, checkout])
    expect([id, idsOf(await search(id))]).toEqual([id, { customers: [userId] }]);
  expect(idsOf(await search(order.stripe_session_id.slice(0, -3)))).toEqual({
    customers: [userId],
    orders: [order.id],
  });
  expect(idsOf(await search(order.id))).toEqual({ orders: [order.id] });
  expect(idsOf(await search(` ${toOrderNumber(order.id)} `))).toEqual({ orders: [order.id] });
  // Eleven letters that a number could have.
  await setName(userId, "Wilhelmine Christensen");
  expect(idsOf(await search("christensen"))).toEqual(everything);
  expect(idsOf(await search(order.stripe_payment_intent_id))).toEqual({
    orders: [order.id],
    payments: [charge],
  });
  expect((await search(charge)).payments.items).toMatchObject([
    {
      id: charge,
      orderId: order.id,
      subscriptionId: null,
      invoiceNumber: expect.stringMatching(/^[\dA-Z]+-0001$/),
    },
  ]);
  expect(idsOf(await search(key.id))).toEqual({ licenses: [key.id] });
  expect(idsOf(await search(key.key.slice(0, 14).toLowerCase()))).toEqual({ licenses: [key.id] });
  expect(idsOf(await search(key.key.replaceAll("-", " ")))).toEqual({ licenses: [key.id] });
  expect(idsOf(await search(product.id))).toEqual({ products: [product.id] });
  expect(idsOf(await search(`VORLESUNG ${product.name.slice(-12)}`))).toEqual({
    products: [product.id],
  });
});

test("support finds a license key by the whole key only, so that no search completes it", async () => {
  const shop = openTestShop();
  const { key } = await buyLicense(shop);
  const search = await searchAs(shop, "support");
  expect(idsOf(await search(key.slice(0, -1)))).toEqual({ products: null });
  expect((await search(key)).licenses.items).toMatchObject([{ key: `…${key.slice(-5)}` }]);
});

test("a subscription, its payments and its events are found by Stripe's ids and the invoice's number", async () => {
  const shop = openTestShop();
  const { userId, id, stripeSubscriptionId } = await subscribe(shop);
  const { id: invoice, number } = (
    await shop.ctx().stripe.invoices.list({ subscription: stripeSubscriptionId })
  ).data[0]!;
  for (const event of await shop.events())
    if (event.type === "invoice.paid") await shop.deliver(event);
  const search = await searchAs(shop, "support");
  const expected = {
    invoiceNumber: number,
    amountMinor: 900,
    currency: "usd",
    status: "succeeded",
    subscriptionId: id,
    orderId: null,
    userId,
  };
  for (const text of [invoice!, number!, number!.toLowerCase(), number!.slice(0, -2)])
    expect([text, (await search(text)).payments.items]).toEqual([
      text,
      [expect.objectContaining(expected)],
    ]);
  for (const text of [id, stripeSubscriptionId])
    expect(idsOf(await search(text))).toEqual({ subscriptions: [id], products: null });
  const { email } = (await env.DB.prepare("SELECT email FROM users WHERE id = ?")
    .bind(userId)
    .first<{ email: string }>())!;
  const { events } = await search(email);
  expect(events.items.length).toBeGreaterThan(0);
  expect((await search(events.items[0]!.id)).events.items).toEqual([events.items[0]]);
});

test("a product that is named exactly so is first, and payments are found by their amount", async () => {
  const shop = openTestShop();
  const mark = crypto.randomUUID().slice(0, 8);
  const named = (number: number) => `Bulk ${mark} ${number}`;
  for (const number of [4, 14, 41, 42, 43, 44, 45, 46])
    await shop.createDraftProduct({ name: named(number) });
  const search = await searchAs(shop, "admin");
  const found = (await search(named(4))).products!;
  expect(found.items[0]?.name).toBe(named(4));
  expect(found).toMatchObject({ hasMore: true });

  const { userId, customerId } = await payForNewProduct(shop, {
    prices: [{ type: "one_time", amountMinor: 123_457, currency: "usd" }],
  });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  for (const text of ["1234.57", "$1234.57", "1234,57", "123457"])
    expect([text, (await search(text)).payments.items]).toEqual([
      text,
      [expect.objectContaining({ userId, amountMinor: 123_457 })],
    ]);
  expect((await search("1234.56")).payments.items).toEqual([]);
});

test("payments are found by the last digits of the card, and by no other four", async () => {
  const shop = openTestShop();
  const disputed = await payForNewProduct(shop, {}, "4000000000000259");
  const usual = await payForNewProduct(shop);
  for (const { customerId } of [disputed, usual])
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const search = await searchAs(shop, "support");
  const buyersOf = async (text: string) =>
    (await search(text)).payments.items.map(({ userId }) => userId);
  expect(await buyersOf("0259")).toEqual([disputed.userId]);
  expect(await buyersOf("4242")).toEqual([usual.userId]);
  expect(await buyersOf("0269")).toEqual([]);
});

test.each([
  ["129", [129, 12_900, 129_000]],
  ["$129.50", [12_950, 129_500]],
  ["€ 12,00", [1200, 12_000]],
  ["$9.00", [900, 9000]],
  ["7", []],
  ["0129", []],
  ["129.5", []],
  ["12-9", []],
])("the text %s can mean the amounts %j", (text, amounts) => {
  expect(listAmounts(text)).toEqual(amounts);
});

test("a search shows the five newest of each kind and that there are more", async () => {
  const shop = openTestShop();
  await insertUsers(610_001, 610_300);
  const search = await searchAs(shop, "support");
  const newest = (last: number) =>
    Array.from({ length: 5 }, (_, back) => `u${last - back}@example.com`);
  const some = (await search("61000")).customers;
  expect(some).toMatchObject({ hasMore: true });
  expect(some.items.map(({ email }) => email)).toEqual(newest(610_009));
  // More than a search considers.
  expect((await search("name 610")).customers.items.map(({ email }) => email)).toEqual(
    newest(610_300),
  );
});

test("nothing is found by wildcards, by other marks, or by the name of a deleted account", async () => {
  const shop = openTestShop();
  const { userId } = await payForNewProduct(shop);
  await setName(userId, "Xaveria Plummgott");
  const search = await searchAs(shop, "support");
  expect(idsOf(await search("plummgott"))).toMatchObject({ customers: [userId] });
  for (const text of ["xaveria%", "plum_gott", "' OR 1=1 --", "\u0301", "usr_%", "cus_", "zz_1"])
    expect([text, idsOf(await search(text))]).toEqual([text, { products: null }]);
  await deleteAccount(shop.asUser(userId));
  expect(idsOf(await search("plummgott"))).toEqual({ products: null });
});

test("visitors and buyers can't search, and a search text is required", async () => {
  const shop = openTestShop();
  const buyer = await createSignedInUser({ env: shop.env });
  expect((await buyer.fetch("/api/admin/search?search=a")).status).toBe(404);
  const support = await createSignedInUser({ role: "support", env: shop.env });
  for (const query of ["", "search=", "search=%20", `search=${"a".repeat(201)}`])
    expect((await support.fetch(`/api/admin/search?${query}`)).status).toBe(422);
});
