import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import app from "../app.ts";
import { newId } from "../lib/ids.ts";
import { sellFile } from "../testing/downloads.ts";
import { licenseBenefit, openDevice, showLicense } from "../testing/licenses.ts";
import { monthly } from "../testing/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { newBuyer } from "../testing/sign-in.ts";
import type { showBilling } from "../shop/billing/show-billing.ts";
import { confirmCheckout } from "../shop/checkout/confirm-checkout.ts";

const shop = openTestShop();
const post = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** A victim's ids, by what they name. */
let owned: Record<
  | "session"
  | "identity"
  | "checkout"
  | "subscription"
  | "price"
  | "version"
  | "link"
  | "license"
  | "activation",
  string
>;

beforeAll(async () => {
  const victim = await newBuyer({ env: shop.env });
  const identity = newId("idn", Date.now());
  await env.DB.batch(
    // Two: the last one may not go anyway.
    [identity, newId("idn", Date.now())].map((id) =>
      env.DB.prepare(
        "INSERT INTO identities (id, user_id, provider, issuer, subject, created_at) VALUES (?1, ?2, 'oidc', 'https://id.example', ?1, 0)",
      ).bind(id, victim.userId),
    ),
  );
  const { prices } = await shop.sell({ prices: [monthly], benefits: [licenseBenefit()] });
  const price = prices[0]!.id;
  const bought = await victim.json<{ id: string; url: string }>(
    "/api/me/checkouts",
    post({ priceId: price }),
  );
  await shop.pay(bought.url);
  await confirmCheckout(shop.as(victim.userId), { id: bought.id });
  const { subscriptions } =
    await victim.json<Awaited<ReturnType<typeof showBilling>>>("/api/me/billing");
  const file = await sellFile(shop);
  const link = await (await file.newHolder()).link();
  const { id: license, key } = (await showLicense(shop, victim.userId))!.license!;
  const activated = await openDevice(shop)<{ activation: { id: string } }>("activate", {
    key,
    fingerprint: "the victim's",
  });
  owned = {
    version: file.versionId,
    link: link.split("/").at(-1)!,
    license,
    activation: activated.activation.id,
    session: victim.sessionId,
    identity,
    checkout: bought.id,
    subscription: subscriptions[0]!.id,
    price,
  };
});

/** Every route of a person's own things that takes an id: whose it is, and what an honest owner would send. */
const routes: Record<string, { of: keyof typeof owned; query?: string; body?: () => object }> = {
  "DELETE /api/me/identities/:id": { of: "identity" },
  "DELETE /api/me/sessions/:id": { of: "session" },
  "DELETE /api/me/activations/:id": { of: "activation" },
  "POST /api/me/licenses/:id/rotation": { of: "license" },
  "POST /api/me/licenses/:id/file": { of: "license", body: () => ({}) },
  "POST /api/me/checkouts/:id/confirmation": { of: "checkout" },
  "POST /api/me/subscriptions/:id/cancellation": { of: "subscription" },
  "DELETE /api/me/subscriptions/:id/cancellation": { of: "subscription" },
  "POST /api/me/subscriptions/:id/end": { of: "subscription" },
  "POST /api/me/subscriptions/:id/pause": { of: "subscription" },
  "DELETE /api/me/subscriptions/:id/pause": { of: "subscription" },
  "POST /api/me/downloads/:id/links": { of: "version" },
  "GET /api/me/downloads/:token": { of: "link" },
  "GET /api/me/subscriptions/:id/plan-change": { of: "subscription", query: "?quantity=2" },
  "POST /api/me/subscriptions/:id/plan-change": {
    of: "subscription",
    body: () => ({ priceId: owned.price, prorationDate: Date.now() }),
  },
  "PUT /api/me/subscriptions/:id/quantity": {
    of: "subscription",
    body: () => ({ quantity: 2, prorationDate: Date.now() }),
  },
};

/** What is everybody's: a product for sale, and a page, though not what it says. */
const publicRoutes = ["GET /api/me/offers/:productId", "GET /api/me/pages/:slug"];

describe("another person's id", () => {
  test.each(Object.entries(routes))("is one nobody has: %s", async (route, { of, query, body }) => {
    const [method = "", pattern = ""] = route.split(" ");
    const stranger = await newBuyer({ env: shop.env });
    const path = pattern.replace(/:\w+/, owned[of]) + (query ?? "");
    const response = await stranger.fetch(path, { ...(body && post(body())), method });
    expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
  });

  test("is tried on every route that takes one", () => {
    const taking = app.routes
      .filter(
        ({ path, method }) => path.startsWith("/api/me/") && path.includes(":") && method !== "ALL",
      )
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(taking)].toSorted()).toEqual(
      [...Object.keys(routes), ...publicRoutes].toSorted(),
    );
  });
});

describe("what a body may not decide", () => {
  test.each([
    ["the price", { amountMinor: 1 }],
    ["the currency", { currency: "jpy" }],
    ["the buyer", { userId: "usr_other" }],
    ["the customer", { customerId: "cst_other" }],
    ["the role", { role: "owner" }],
  ])("at a checkout: %s", async (_, more) => {
    const buyer = await newBuyer({ env: shop.env });
    const response = await buyer.fetch(
      "/api/me/checkouts",
      post({ priceId: owned.price, ...more }),
    );
    expect(response.status).toBe(422);
  });
});
