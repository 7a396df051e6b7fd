import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { createGatehouse } from "../../packages/client/src/client.ts";
import { requireFeature } from "../../packages/client/src/next.ts";
import { verifyEntitlements } from "../../packages/client/src/verify.ts";
import { createGift } from "../gifts/create-gift.ts";
import { revokeGift } from "../gifts/revoke-gift.ts";
import worker from "../index.ts";
import type { Scope } from "../shared/scopes.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { openTestShop } from "../testing/shop.ts";
import { ORIGIN } from "../testing/clients/sign-in.ts";

// The packed client is tested in Node. Here its source runs in workerd, against the real API.
const shop = openTestShop();

async function askShop(request: Request): Promise<Response> {
  const execution = createExecutionContext();
  const response = await worker.fetch(request as never, shop.env, execution);
  await waitOnExecutionContext(execution);
  return response;
}

/** A client with a new key. */
async function openClient(scopes?: Scope[]) {
  const { secret } = await createApiClient(shop, scopes);
  return createGatehouse({ url: ORIGIN, key: secret, fetch: askShop });
}

/** A customer to whom the team gave a product with a new feature. */
async function giveFeature() {
  const feature = `feature-${crypto.randomUUID()}`;
  const limit = { amount: 4, perSeat: false };
  const product = await shop.createPublishedProduct({
    benefits: [{ type: "feature", name: "Questions", settings: { key: feature, limit } }],
  });
  const userId = await shop.createUser();
  const gift = await createGift(shop.ctx(), {
    userId,
    productId: product.id,
    quantity: 1,
    note: "",
  });
  return { feature, userId, giftId: gift.id };
}

test("a check says what a customer may use, and why, by id and by email", async () => {
  const client = await openClient();
  const { feature, userId, giftId } = await giveFeature();
  const answer = { customerId: userId, feature, allowed: true, limit: 4, until: null };
  expect(await client.check(feature, { customer: userId })).toMatchObject({
    ...answer,
    because: [{ source: "gift", id: giftId, reason: "gift" }],
  });
  const { data } = await client.GET("/customers/{id}", { params: { path: { id: userId } } });
  expect(await client.check(feature, { email: data!.email! })).toMatchObject(answer);
  expect(await client.check(feature, { email: "nobody@example.com" })).toMatchObject({
    customerId: null,
    allowed: false,
  });
});

test("GatehouseError names the shop's code if the key may not ask", async () => {
  const client = await openClient(["orders:read"]);
  const { feature, userId } = await giveFeature();
  await expect(client.check(feature, { customer: userId })).rejects.toMatchObject({
    name: "GatehouseError",
    code: "insufficient_scope",
  });
});

test("a gated handler lets a customer pass until the gift is revoked", async () => {
  const { feature, userId, giftId } = await giveFeature();
  const GET = requireFeature(
    feature,
    { shop: await openClient(), outage: "deny", customer: () => ({ customer: userId }) },
    (_request, _context, entitlement) => Response.json(entitlement?.limit),
  );
  const get = () => GET(new Request("https://app.example/"), {});
  expect(await (await get()).json()).toBe(4);
  await revokeGift(shop.ctx(), { id: giftId });
  expect((await get()).status).toBe(403);
});

test("a token is verified with the shop's public keys, without a request", async () => {
  const client = await openClient();
  const { feature, userId } = await giveFeature();
  const { data, error } = await client.POST("/entitlement-tokens", {
    body: { customer: userId, audience: "my-app", expiresInSeconds: 3_600 },
  });
  expect(error).toBeUndefined();
  const jwks = await (await askShop(new Request(`${ORIGIN}/.well-known/jwks.json`))).json<never>();
  const { features, customerId, issuedAt, expiresAt } = await verifyEntitlements(data!.token, {
    issuer: ORIGIN,
    audience: "my-app",
    mode: "test",
    jwks,
  });
  expect(customerId).toBe(userId);
  expect([...features]).toEqual([[feature, 4]]);
  expect(expiresAt.getTime() - issuedAt.getTime()).toBe(3_600_000);
});

test("a list is walked through page by page", async () => {
  const client = await openClient();
  const userIds = [await shop.createUser(), await shop.createUser(), await shop.createUser()];
  const found: string[] = [];
  for await (const { id } of client.list("/customers", { query: { limit: 1 } })) {
    if (userIds.includes(id)) found.push(id);
    if (found.length === userIds.length) break;
  }
  // Ids begin with the time, and decide between users of the same millisecond.
  expect(found).toEqual(userIds.toSorted().toReversed());
});

test("the feed continues after a sequence, up to the newest event", async () => {
  const client = await openClient();
  const before = await giveFeature();
  const state = await client.GET("/customers/{id}/state", {
    params: { path: { id: before.userId } },
  });
  const { userId, feature } = await giveFeature();
  const heard: string[] = [];
  const types = ["entitlement.granted" as const];
  for await (const event of client.events({ after: state.data!.sequence, types }))
    if (event.type === "entitlement.granted" && event.customerId === userId)
      heard.push(event.data.feature);
  expect(heard).toEqual([feature]);
});
