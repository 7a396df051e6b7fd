import { env } from "cloudflare:workers";
import { expect, onTestFinished, test } from "vitest";
import { createGift } from "../gifts/create-gift.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { createCheckoutLink } from "../checkout/create-checkout-link.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { createCountingD1 } from "../testing/database/create-counting-d1.ts";
import { licenseBenefit } from "../testing/fixtures/licenses.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { insertTestEvents, openReceiver } from "../testing/fakes/webhooks.ts";
import { deliverEvents } from "../webhooks/deliver-events.ts";
import { createEndpoint, deleteEndpoint } from "../webhooks/endpoints.ts";
import { newEndpoint } from "../webhooks/schema.ts";

const shop = openTestShop();
const feature = "costs-export";

async function createCatalog() {
  const create = shop.createPublishedProduct.bind(shop);
  return {
    book: await create({ benefits: [{ type: "feature", name: "A", settings: { key: feature } }] }),
    plan: await create({ prices: [monthly] }),
    app: await create({ benefits: [licenseBenefit()] }),
  };
}

/** Creates a customer with an order, a subscription and a gift with a license key. Returns the ids. */
async function createCustomer({ book, plan, app }: Awaited<ReturnType<typeof createCatalog>>) {
  const userId = await shop.createUser();
  for (const product of [book, plan]) {
    const checkout = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  }
  const gift = await createGift(shop.ctx(), { userId, productId: app.id, note: "" });
  const { id: link } = await createCheckoutLink(shop.ctx(), { priceId: book.prices[0]!.id });
  const idOf = async (table: string, column = "id") =>
    (await env.DB.prepare(`SELECT ${column} AS id FROM ${table} WHERE user_id = ?`)
      .bind(userId)
      .first<string>("id"))!;
  return {
    userId,
    product: book.id,
    gift: gift.id,
    link,
    order: await idOf("orders"),
    subscription: await idOf("subscriptions"),
    license: await idOf("license_keys"),
    event: `evt_${await idOf("feed_events", "max(sequence)")}`,
  };
}

/** Creates a webhook endpoint with one delivered and one pending event; the test that asked for it deletes it. */
async function createDeliveries(userId: string) {
  const { id } = await createEndpoint(shop.ctx(), newEndpoint.parse({ url: openReceiver().url }));
  onTestFinished(() => deleteEndpoint(shop.ctx(), { id }));
  await insertTestEvents(shop.ctx(), [userId, userId]);
  await deliverEvents(shop.ctx(), { endpointId: id, limit: 1 });
  const delivery = await env.DB.prepare("SELECT id FROM webhook_deliveries WHERE endpoint_id = ?")
    .bind(id)
    .first<string>("id");
  return { endpoint: id, delivery: delivery! };
}

/** The measured requests. Lists have one object on the page, and the two newest customers have the same things. */
function listRequests(
  ids: Awaited<ReturnType<typeof createCustomer>> & Awaited<ReturnType<typeof createDeliveries>>,
) {
  const { userId, product, gift, link, order, subscription, license, event } = ids;
  return {
    "GET /entitlements/check": `?feature=${feature}&customer=${userId}`,
    "POST /entitlements/check": { customer: userId, features: [feature, "none"] },
    "GET /features": "",
    "POST /entitlement-tokens": { customer: userId, audience: "https://app.example" },
    "GET /customers": "?limit=1",
    "GET /customers/:id": userId,
    "GET /customers/:id/state": userId,
    "GET /products": "?limit=1",
    "GET /products/:id": product,
    "GET /orders": `?limit=1&customer=${userId}`,
    "GET /orders/:id": order,
    "GET /subscriptions": `?limit=1&customer=${userId}`,
    "GET /subscriptions/:id": subscription,
    "GET /licenses": `?limit=1&customer=${userId}`,
    "GET /licenses/:id": license,
    "GET /gifts/:id": gift,
    "GET /checkouts/:id": link,
    "GET /events": "?limit=1",
    "GET /events/:id": event,
    "GET /webhook-endpoints/:id": ids.endpoint,
    "GET /webhook-endpoints/:id/deliveries": ids.endpoint,
    "GET /deliveries/:id": ids.delivery,
  };
}

test("each route of the API costs as many statements and rows as bench/queries.snapshot says", async () => {
  const catalog = await createCatalog();
  const ids = await createCustomer(catalog);
  // Behind the rows of the measured customer, each index has others. Ids follow Stripe's times, which are whole
  // seconds.
  await shop.control("clock", { advanceSeconds: 1 });
  await createCustomer(catalog);
  const deliveries = await createDeliveries(ids.userId);
  const count = createCountingD1(env.DB);
  const client = await createApiClient({ ctx: shop.ctx, env: { ...shop.env, DB: count.d1 } });
  // Notes the use of the key, which happens once an hour.
  await client.get("/products/none");
  const lines: string[] = [];
  for (const [route, input] of Object.entries(listRequests({ ...ids, ...deliveries }))) {
    const [method = "", path = ""] = route.split(" ");
    count.take();
    const { status } =
      typeof input === "string"
        ? await client.get(path.includes(":id") ? path.replace(":id", input) : path + input)
        : await client.post(path, input);
    const { statements, read } = count.take();
    expect([route, status]).toEqual([
      route,
      method === "POST" && path.endsWith("tokens") ? 201 : 200,
    ]);
    lines.push(`${route.padEnd(38)} ${statements} statements ${String(read).padStart(3)} rows`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../bench/queries.snapshot");
});
