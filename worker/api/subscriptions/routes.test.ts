import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createApiClient } from "../../testing/clients/api-client.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";

type Subscription = { id: string; status: string; cancelAt: string | null; createdAt: string };
type List = { data: Subscription[]; nextCursor: string | null };

async function subscribe(shop: TestShop) {
  const { customerId, ...bought } = await payForNewProduct(shop, { prices: [monthly] });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const id = await env.DB.prepare("SELECT id FROM subscriptions WHERE user_id = ?")
    .bind(bought.userId)
    .first<string>("id");
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  return { ...bought, id: id!, sync };
}

const listAuditEntries = async (targetId: string) =>
  (
    await env.DB.prepare(
      "SELECT action, actor_type, actor_id FROM audit_entries WHERE target_id = ? ORDER BY id",
    )
      .bind(targetId)
      .all()
  ).results;

describe("GET /subscriptions", () => {
  it("GET /subscriptions lists by customer, product, status and time", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId, product, id } = await subscribe(shop);
    const found = async (query: string) =>
      (await client.get<List>(`/subscriptions?${query}`)).body.data.map((each) => each.id);
    expect(await found(`customer=${userId}`)).toEqual([id]);
    expect(await found(`product=${product.id}`)).toEqual([id]);
    expect(await found(`customer=${userId}&product=${product.id}&status=active`)).toEqual([id]);
    expect(await found(`customer=${userId}&status=canceled`)).toEqual([]);
    expect(await found(`customer=${userId}&createdAfter=2099-01-01T00:00:00Z`)).toEqual([]);
    expect(await found("status=active&limit=100")).toContain(id);
  });

  it("GET /subscriptions lists a product's subscriptions in pages, each once", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { product, id } = await subscribe(shop);
    // A subscription with two items of the product, and an older one.
    const copy = (newId: string) => [
      env.DB.prepare(
        `INSERT INTO subscriptions (id, user_id, customer_id, mode, stripe_subscription_id, status, created_at)
        SELECT ?1, user_id, customer_id, mode, ?1, status, created_at FROM subscriptions WHERE id = ?2`,
      ).bind(newId, id),
      ...["a", "b"].map((item) =>
        env.DB.prepare(
          `INSERT INTO subscription_items (stripe_item_id, subscription_id, product_id, stripe_price_id, amount_minor,
            currency, interval, interval_count, quantity)
          SELECT ?1, ?2, product_id, stripe_price_id, amount_minor, currency, interval, interval_count, quantity FROM subscription_items WHERE subscription_id = ?3 LIMIT 1`,
        ).bind(`${item}${newId}`, newId, id),
      ),
    ];
    const older = `sub_00${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
    await env.DB.batch(copy(older));
    const path = `/subscriptions?product=${product.id}&limit=1`;
    const first = (await client.get<List>(path)).body;
    const second = (await client.get<List>(`${path}&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map((each) => each.id)).toEqual([id, older]);
    expect(second.nextCursor).toBeNull();
  });

  it("GET /subscriptions combines a product with statuses and times", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { product, id } = await subscribe(shop);
    const found = async (query: string) =>
      (await client.get<List>(`/subscriptions?product=${product.id}&${query}`)).body.data.map(
        (each) => each.id,
      );
    expect(await found("status=active")).toEqual([id]);
    expect(await found("status=past_due,active")).toEqual([id]);
    expect(await found("status=past_due")).toEqual([]);
    expect(await found("createdBefore=2099-01-01T00:00:00Z")).toEqual([id]);
    expect(await found("createdAfter=2099-01-01T00:00:00Z")).toEqual([]);
  });
});

describe("the cancellation of a subscription", () => {
  it("a cancellation is scheduled for the end of the period, undone, and recorded with the key", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id } = await subscribe(shop);
    const path = `/subscriptions/${id}/cancellation`;
    const canceled = await client.post<Subscription>(path, {});
    expect(canceled).toMatchObject({ status: 200, body: { id, status: "active" } });
    expect(canceled.body.cancelAt).not.toBeNull();
    expect(await client.send("DELETE", path)).toMatchObject({
      status: 200,
      body: { id, cancelAt: null },
    });
    const byKey = { actor_type: "key", actor_id: client.keyId };
    expect(await listAuditEntries(id)).toEqual([
      { action: "subscription.cancellation_scheduled", ...byKey },
      { action: "subscription.cancellation_undone", ...byKey },
    ]);
  });

  it("the cancellation of a subscription ends the subscription now, and then cannot be undone", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id } = await subscribe(shop);
    const path = `/subscriptions/${id}/cancellation`;
    expect(await client.post(path, { when: "now" })).toMatchObject({
      status: 200,
      body: { id, status: "canceled", endedAt: expect.any(String) },
    });
    expect(await client.post(path, { when: "period_end" })).toMatchObject({
      status: 409,
      body: { code: "subscription_not_changeable" },
    });
  });

  it("a cancellation cannot be undone while a payment is disputed, and can still be made", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const sub = await subscribe(shop);
    const path = `/subscriptions/${sub.id}/cancellation`;
    await client.post(path, {});
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!.id;
    await shop.control("disputes", { charge });
    await sub.sync();
    expect(await client.send("DELETE", path)).toMatchObject({
      status: 409,
      body: { code: "subscription_disputed" },
    });
    expect(await client.post(path, { when: "now" })).toMatchObject({
      status: 200,
      body: { status: "canceled", disputeStatus: "needs_response" },
    });
  });

  it("a cancellation with an unknown field is refused", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id } = await subscribe(shop);
    const path = `/subscriptions/${id}/cancellation`;
    expect((await client.post(path, { when: "now", refund: true })).status).toBe(422);
  });
});

it("a subscription of the other mode is not found, and cannot be canceled", async () => {
  const shop = openTestShop();
  const client = await createApiClient(shop);
  const { id, userId } = await subscribe(shop);
  await env.DB.prepare("UPDATE subscriptions SET mode = 'live' WHERE id = ?").bind(id).run();
  expect((await client.get(`/subscriptions/${id}`)).status).toBe(404);
  expect((await client.post(`/subscriptions/${id}/cancellation`, {})).status).toBe(404);
  const { body } = await client.get<List>(`/subscriptions?customer=${userId}`);
  expect(body.data).toEqual([]);
});
