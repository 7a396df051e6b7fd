import { claimWaitingGifts } from "../gifts/claim-gift.ts";
import { giveSeats } from "../seats/give-seats.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import app from "../app.ts";
import { newId } from "../lib/ids.ts";
import { createFileProduct } from "../testing/fixtures/downloads.ts";
import {
  licenseBenefit,
  createDeviceClient,
  findLicenseInLibrary,
} from "../testing/fixtures/licenses.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import type { showBilling } from "../shop/billing/show-billing.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";

const shop = openTestShop();
const post = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** A victim's ids, by kind. */
let victimIds: Record<
  | "session"
  | "identity"
  | "checkout"
  | "subscription"
  | "price"
  | "version"
  | "link"
  | "license"
  | "activation"
  | "gift"
  | "seats"
  | "ownSeat"
  | "invoice",
  string
>;

beforeAll(async () => {
  const victim = await createSignedInUser({ env: shop.env });
  const identity = newId("idn", Date.now());
  await env.DB.batch(
    // Two identities, since the last one can't be removed anyway.
    [identity, newId("idn", Date.now())].map((id) =>
      env.DB.prepare(
        "INSERT INTO identities (id, user_id, provider, issuer, subject, created_at) VALUES (?1, ?2, 'oidc', 'https://id.example', ?1, 0)",
      ).bind(id, victim.userId),
    ),
  );
  const { prices } = await shop.createPublishedProduct({
    prices: [monthly],
    benefits: [licenseBenefit()],
  });
  const price = prices[0]!.id;
  const bought = await victim.json<{ id: string; url: string }>(
    "/api/me/checkouts",
    post({ priceId: price }),
  );
  await shop.pay(bought.url);
  await confirmCheckout(shop.asUser(victim.userId), { id: bought.id });
  const { subscriptions } =
    await victim.json<Awaited<ReturnType<typeof showBilling>>>("/api/me/billing");
  const { invoices } = await victim.json<{ invoices: { id: string }[] }>("/api/me/invoices");
  const file = await createFileProduct(shop);
  const link = await (await file.createUserWithAccess()).link();
  const perSeat = { prices: [{ ...monthly, model: "per_seat" as const }] };
  const ofSeats = await shop.createPublishedProduct(perSeat);
  const seats = await openCheckout(shop.asUser(victim.userId), {
    priceId: ofSeats.prices[0]!.id,
    quantity: 2,
  });
  await shop.pay(seats.url);
  await confirmCheckout(shop.asUser(victim.userId), { id: seats.id });
  const [boughtSeats] = await listSubscriptions(shop.ctx(), victim);
  const lender = await subscribe(shop, perSeat, { quantity: 2 });
  const email = "victim@example.com";
  const lent = await giveSeats(lender.userContext(), { id: lender.id, emails: [email] });
  await claimWaitingGifts(shop.ctx(), { userId: victim.userId, email });
  const { prices: ofGift } = await shop.createPublishedProduct({});
  const present = { recipientName: "", email: null, giverName: "", message: "", sendAt: null };
  const given = await openCheckout(shop.asUser(victim.userId), {
    priceId: ofGift[0]!.id,
    gift: present,
  });
  await shop.pay(given.url);
  await confirmCheckout(shop.asUser(victim.userId), { id: given.id });
  const { orders } = await victim.json<Awaited<ReturnType<typeof showBilling>>>("/api/me/billing");
  const { id: license, key } = (await findLicenseInLibrary(shop, victim.userId))!.license!;
  const activated = await createDeviceClient(shop)<{ activation: { id: string } }>("activate", {
    key,
    fingerprint: "the victim's",
  });
  victimIds = {
    version: file.versionId,
    link: link.split("/").at(-1)!,
    license,
    activation: activated.activation.id,
    gift: orders[0]!.gift!.id,
    seats: boughtSeats!.id,
    ownSeat: lent.ids[0]!,
    session: victim.sessionId,
    identity,
    checkout: bought.id,
    subscription: subscriptions[0]!.id,
    price,
    invoice: invoices[0]!.id,
  };
});

/** Every route that takes an id of the user's own data, with the kind of id and a valid query or body. */
const routes: Record<string, { of: keyof typeof victimIds; query?: string; body?: () => object }> =
  {
    "DELETE /api/me/identities/:id": { of: "identity" },
    "DELETE /api/me/sessions/:id": { of: "session" },
    "POST /api/me/library/:id/email": { of: "subscription" },
    "DELETE /api/me/activations/:id": { of: "activation" },
    "POST /api/me/licenses/:id/rotation": { of: "license" },
    "POST /api/me/licenses/:id/file": { of: "license", body: () => ({}) },
    "POST /api/me/checkouts/:id/confirmation": { of: "checkout" },
    "POST /api/me/gifts/:id/email": { of: "gift", body: () => ({}) },
    "GET /api/me/seats/:id": { of: "seats" },
    "POST /api/me/seats/:id": { of: "seats", body: () => ({ emails: ["ann@example.com"] }) },
    "DELETE /api/me/seats/:id/:seatId": { of: "seats" },
    "PUT /api/me/seats/:id/link": { of: "seats", body: () => ({ limit: 1 }) },
    "DELETE /api/me/seats/:id/link": { of: "seats" },
    "PUT /api/me/seats/:id/domains/:domain": { of: "seats" },
    "POST /api/me/seats/:id/domains/:domain/check": { of: "seats" },
    "DELETE /api/me/seats/:id/domains/:domain": { of: "seats" },
    "PUT /api/me/seats/:id/own": { of: "seats", body: () => ({ keepsOwn: false }) },
    "PUT /api/me/seats/:id/:seatId/manager": {
      of: "seats",
      body: () => ({ managesSeats: true }),
    },
    "DELETE /api/me/own-seats/:id": { of: "ownSeat" },
    "POST /api/me/own-seats/:id": { of: "seats" },
    "POST /api/me/subscriptions/:id/cancellation": { of: "subscription" },
    "DELETE /api/me/subscriptions/:id/cancellation": { of: "subscription" },
    "POST /api/me/subscriptions/:id/end": { of: "subscription" },
    "POST /api/me/subscriptions/:id/offer": { of: "subscription" },
    "POST /api/me/subscriptions/:id/offer/acceptance": { of: "subscription" },
    "POST /api/me/subscriptions/:id/pause": { of: "subscription" },
    "DELETE /api/me/subscriptions/:id/pause": { of: "subscription" },
    "GET /api/me/invoices/:invoiceId/e-invoice": { of: "invoice" },
    "POST /api/me/downloads/:id/links": { of: "version" },
    "GET /api/me/downloads/:token": { of: "link" },
    "GET /api/me/subscriptions/:id/resumption": { of: "subscription" },
    "GET /api/me/subscriptions/:id/plan-change": { of: "subscription", query: "?quantity=2" },
    "POST /api/me/subscriptions/:id/plan-change": {
      of: "subscription",
      body: () => ({ priceId: victimIds.price, prorationDate: Date.now() }),
    },
    "PUT /api/me/subscriptions/:id/quantity": {
      of: "subscription",
      body: () => ({ quantity: 2, prorationDate: Date.now() }),
    },
  };

/**
 * Routes with public ids: a product for sale, a page, though not its content, and links that everyone who has them may open.
 */
const publicRoutes = [
  "GET /api/me/offers/:productId",
  "GET /api/me/pages/:slug",
  "GET /api/me/checkout-links/:id",
  "POST /api/me/checkout-links/:id/checkout",
];

describe("another user's id", () => {
  test.each(Object.entries(routes))(
    "another user's id is treated like an unknown id: %s",
    async (route, { of, query, body }) => {
      const [method = "", pattern = ""] = route.split(" ");
      const stranger = await createSignedInUser({ env: shop.env });
      const path = pattern.replace(/:\w+/, victimIds[of]) + (query ?? "");
      const response = await stranger.fetch(path, { ...(body && post(body())), method });
      expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
    },
  );

  test("another user's id is tested on every route that takes an id", () => {
    const routesWithId = app.routes
      .filter(
        ({ path, method }) => path.startsWith("/api/me/") && path.includes(":") && method !== "ALL",
      )
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routesWithId)].toSorted()).toEqual(
      [...Object.keys(routes), ...publicRoutes].toSorted(),
    );
  });
});

describe("a request body can't set", () => {
  test.each([
    ["the price", { amountMinor: 1 }],
    ["the currency", { currency: "jpy" }],
    ["the buyer", { userId: "usr_other" }],
    ["the customer", { customerId: "cst_other" }],
    ["the role", { role: "owner" }],
  ])("%s of a checkout", async (_, more) => {
    const user = await createSignedInUser({ env: shop.env });
    const response = await user.fetch(
      "/api/me/checkouts",
      post({ priceId: victimIds.price, ...more }),
    );
    expect(response.status).toBe(422);
  });
});
