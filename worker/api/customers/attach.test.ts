import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "../../account/delete-account.ts";
import { mergeAccounts } from "../../admin/customers/merge-accounts.ts";
import { createGift } from "../../gifts/create-gift.ts";
import type { Customer } from "../../feed/customer.ts";
import { newId } from "../../lib/ids.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createApiClient } from "../../testing/clients/api-client.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";

const shop = openTestShop();
const newExternalId = () => `user ${crypto.randomUUID()}`;

/** Returns the data of all events of a customer's own object, oldest first. */
async function listChanges(userId: string): Promise<(Customer & { type: string })[]> {
  const { results } = await env.DB.prepare(
    "SELECT type, data FROM feed_events WHERE object_id = ? ORDER BY sequence",
  )
    .bind(userId)
    .all<{ type: string; data: string }>();
  return results.map(({ type, data }) => ({ type, ...(JSON.parse(data) as Customer) }));
}

const countEntries = (userId: string) =>
  env.DB.prepare(
    "SELECT count(*) AS n FROM audit_entries WHERE action = 'customer.updated' AND target_id = ?",
  )
    .bind(userId)
    .first<number>("n");

describe("a program's own id for a customer", () => {
  test("a customer with an external id can be named by it in every call that names a customer", async () => {
    const client = await createApiClient(shop);
    const userId = await shop.createUser();
    const externalId = newExternalId();
    const changed = await client.send<Customer>("PATCH", `/customers/${userId}`, { externalId });
    expect(changed).toMatchObject({ status: 200, body: { id: userId, externalId, metadata: {} } });

    const key = `external-${crypto.randomUUID()}`;
    const product = await shop.createPublishedProduct({
      benefits: [{ type: "feature", name: "Export", settings: { key } }],
    });
    const gift = await client.post("/gifts", { externalId, product: product.id });
    expect(gift).toMatchObject({ status: 201, body: { customerId: userId, status: "active" } });

    const query = `externalId=${encodeURIComponent(externalId)}`;
    expect((await client.get(`/customers?${query}`)).body).toEqual({
      data: [changed.body],
      nextCursor: null,
    });
    const granted = { customerId: userId, allowed: true, reason: "granted" };
    expect((await client.get(`/entitlements/check?feature=${key}&${query}`)).body).toMatchObject(
      granted,
    );
    const checked = await client.post("/entitlements/check", { externalId, features: [key] });
    expect(checked.body).toMatchObject({ data: [granted] });
    const token = await client.post("/entitlement-tokens", { externalId, audience: "app" });
    expect(token.status).toBe(201);
  });

  test("the team finds a customer by the external id, in the search of the console and in its lists", async () => {
    const client = await createApiClient(shop);
    const { userId, customerId } = await payForNewProduct(shop, {});
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const externalId = newExternalId();
    await client.send("PATCH", `/customers/${userId}`, { externalId });
    const member = await createSignedInUser({ role: "support", env });
    const find = async (path: string) => {
      const response = await member.fetch(`/api/admin/${path}${encodeURIComponent(externalId)}`);
      return response.json();
    };
    const found = { items: [{ id: userId }] };
    expect(await find("customers?search=")).toMatchObject(found);
    const orders = { items: [{ user: { id: userId } }] };
    expect(await find("orders?search=")).toMatchObject(orders);
    expect(await find("search?search=")).toMatchObject({ customers: found, orders });
  });

  test("nobody has an unknown external id: a check says so, and a gift is refused", async () => {
    const client = await createApiClient(shop);
    const externalId = newExternalId();
    const product = await shop.createPublishedProduct({
      benefits: [{ type: "feature", name: "Export", settings: { key: "external-unknown" } }],
    });
    const { body } = await client.post("/entitlements/check", {
      externalId,
      features: ["external-unknown"],
    });
    expect(body).toMatchObject({ data: [{ allowed: false, reason: "customer_unknown" }] });
    expect((await client.get(`/customers?externalId=${externalId}`)).body).toMatchObject({
      data: [],
    });
    expect(await client.post("/gifts", { externalId, product: product.id })).toMatchObject({
      status: 404,
    });
  });

  test("two customers cannot have one external id, and the second can once the first has none", async () => {
    const client = await createApiClient(shop);
    const [first, second] = [await shop.createUser(), await shop.createUser()];
    const externalId = newExternalId();
    const attach = (userId: string, id: string | null) =>
      client.send("PATCH", `/customers/${userId}`, { externalId: id });
    expect(await attach(first, externalId)).toMatchObject({ status: 200 });
    expect(await attach(second, externalId)).toMatchObject({
      status: 409,
      body: { code: "external_id_taken" },
    });
    expect(await attach(first, null)).toMatchObject({ status: 200, body: { externalId: null } });
    expect(await attach(second, externalId)).toMatchObject({ status: 200, body: { externalId } });
  });
});

test("metadata replaces what was there, keeps the external id, and is told in one event for each change", async () => {
  const client = await createApiClient(shop);
  const userId = await shop.createUser();
  const externalId = newExternalId();
  const send = (body: object) => client.send("PATCH", `/customers/${userId}`, body);
  await send({ externalId, metadata: { plan: "legacy", seats: "3" } });
  await send({ externalId, metadata: { plan: "legacy", seats: "3" } });
  await send({ metadata: { plan: "new" } });
  await send({});
  const { body } = await client.get<Customer>(`/customers/${userId}`);
  expect(body).toMatchObject({ externalId, metadata: { plan: "new" } });
  const told = (await listChanges(userId)).filter((each) => each.externalId === externalId);
  expect(told.map(({ metadata }) => metadata)).toEqual([
    { plan: "legacy", seats: "3" },
    { plan: "new" },
  ]);
  expect(await countEntries(userId)).toBe(2);
  expect(await send({ metadata: {} })).toMatchObject({ body: { externalId, metadata: {} } });
});

test("refused: another scope, strangers, deleted customers, two addresses, and too much metadata", async () => {
  const client = await createApiClient(shop);
  const userId = await shop.createUser();
  const path = `/customers/${userId}`;
  const reader = await createApiClient(shop, ["customers:read"]);
  expect((await reader.send("PATCH", path, { externalId: "a" })).status).toBe(403);
  const unknown = `/customers/${newId("usr", 1)}`;
  expect((await client.send("PATCH", unknown, { externalId: "a" })).status).toBe(404);
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, "v"]));
  for (const body of [
    { externalId: " " },
    { metadata: many },
    { metadata: { a: 1 } },
    { name: "A" },
  ])
    expect((await client.send("PATCH", path, body)).status).toBe(422);
  expect((await client.get("/customers?externalId=a&email=a@example.com")).status).toBe(422);
});

test("a merge keeps what only the closed account had, and what the remaining account has itself", async () => {
  const client = await createApiClient(shop);
  const admin = await createSignedInUser({ role: "admin" });
  const merge = (fromId: string, intoId: string) =>
    mergeAccounts({ ...shop.asUser(admin.userId), wait: async () => {} }, { fromId, intoId });
  const [from, into, third] = [
    await shop.createUser(),
    await shop.createUser(),
    await shop.createUser(),
  ];
  const [externalId, other] = [newExternalId(), newExternalId()];
  await client.send("PATCH", `/customers/${from}`, { externalId, metadata: { a: "1" } });
  await client.send("PATCH", `/customers/${into}`, { metadata: { b: "2" } });
  await client.send("PATCH", `/customers/${third}`, { externalId: other });
  await merge(from, into);
  const read = async (userId: string) => (await client.get(`/customers/${userId}`)).body;
  expect(await read(into)).toMatchObject({ externalId, metadata: { b: "2" } });
  expect(await read(from)).toMatchObject({ status: "deleted", externalId: null, metadata: {} });
  expect((await listChanges(into)).at(-1)).toMatchObject({ externalId, metadata: { b: "2" } });
  await merge(into, third);
  expect(await read(third)).toMatchObject({ externalId: other, metadata: { b: "2" } });
});

test("a deleted account leaves neither external id nor metadata, in its row, its events, or the audit log", async () => {
  const client = await createApiClient(shop);
  const userId = await shop.createUser();
  const product = await shop.createPublishedProduct({});
  await createGift(shop.ctx(), { userId, productId: product.id, note: "" });
  const externalId = newExternalId();
  await client.send("PATCH", `/customers/${userId}`, { externalId, metadata: { a: "1" } });
  await deleteAccount(shop.asUser(userId));
  expect((await client.get(`/customers/${userId}`)).body).toMatchObject({
    externalId: null,
    metadata: {},
  });
  expect((await listChanges(userId)).filter((each) => each.externalId !== null)).toEqual([]);
  const logged = await env.DB.prepare(
    'SELECT "after" AS text FROM audit_entries WHERE target_id = ?',
  )
    .bind(userId)
    .all<{ text: string | null }>();
  expect(JSON.stringify(logged.results)).not.toContain(externalId);
  expect((await client.send("PATCH", `/customers/${userId}`, { externalId })).status).toBe(404);
});
