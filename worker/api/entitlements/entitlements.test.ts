import { env } from "cloudflare:workers";
import { editBenefit, addNewBenefit } from "../../testing/fixtures/edit-product.ts";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createGift } from "../../gifts/create-gift.ts";
import { revokeGift } from "../../gifts/revoke-gift.ts";
import { checkEntitlement } from "../../access/check-entitlement.ts";
import { mapBenefitsByProduct } from "../../catalog/map-benefits.ts";
import { listPublicKeys } from "../../delivery/licenses/signing-keys.ts";
import { newApiKey, parseApiKey } from "../../identity/keys/key-form.ts";
import { newId } from "../../lib/ids.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import {
  createApiClient,
  openApiClient,
  type ApiClient,
} from "../../testing/clients/api-client.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { recordStatements } from "../../testing/database/query-plans.ts";
import { openTestShop } from "../../testing/shop.ts";
import { readKeyAndEntitlement } from "./check.query.ts";
import { entitlementCheck, featureList, type EntitlementCheck } from "./schema.ts";

const shop = openTestShop();
const denied = { allowed: false, limit: 0, until: null, because: [] };
let client: ApiClient;

beforeAll(async () => {
  client = await createApiClient(shop, ["entitlements:read"]);
});

/** Creates a user with an identity, a verified email and a gift of ten seats of a feature. */
async function createCustomer(endsAt?: number) {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await shop.createUser(email);
  const feature = `seats-${crypto.randomUUID()}`;
  const product = await shop.createPublishedProduct({
    prices: [monthly],
    benefits: [
      {
        type: "feature",
        name: "Seats",
        settings: { key: feature, limit: { amount: 5, perSeat: true } },
      },
    ],
  });
  const identity = { issuer: "https://id.example", subject: crypto.randomUUID() };
  await env.DB.prepare(
    "INSERT INTO identities (id, user_id, provider, issuer, subject, created_at) VALUES (?, ?, 'oidc', ?, ?, 1)",
  )
    .bind(newId("idn", Date.now()), userId, identity.issuer, identity.subject)
    .run();
  const gift = await createGift(shop.ctx(), {
    userId,
    productId: product.id,
    quantity: 2,
    note: "",
    ...(endsAt !== undefined && { endsAt }),
  });
  return { userId, email, feature, gift, ...identity };
}

const check = (query: object) =>
  client.get<EntitlementCheck>(
    `/entitlements/check?${new URLSearchParams(query as Record<string, string>)}`,
  );

describe("the check of a feature", () => {
  test("the check answers for one customer by id, identity and email, in upper or lower case", async () => {
    const { userId, email, feature, issuer, subject, gift } = await createCustomer();
    const expected = {
      customerId: userId,
      feature,
      allowed: true,
      limit: 10,
      until: null,
      because: [{ source: "gift", id: gift.id, reason: "gift", limit: 10, until: null }],
      reason: "granted",
    };
    for (const address of [
      { customer: userId },
      { issuer, subject },
      { issuer: `${issuer}/`, subject },
      { email },
      { email: email.toUpperCase() },
    ]) {
      const { status, body } = await check({ feature, ...address });
      expect([status, body]).toEqual([200, expected]);
      expect(entitlementCheck.parse(body)).toEqual(expected);
    }
  });

  test("the check of a feature denies unknown customers and features, as no error", async () => {
    const { userId, email, feature, issuer, subject } = await createCustomer();
    const nobody = newId("usr", Date.now());
    for (const address of [
      { issuer, subject: "somebody else" },
      { issuer: "https://another.example", subject },
      { email: `no-${email}` },
    ])
      expect(await check({ feature, ...address })).toMatchObject({
        status: 200,
        body: { customerId: null, feature, ...denied },
      });
    expect(await check({ feature, customer: nobody })).toMatchObject({
      body: { customerId: nobody, ...denied },
    });
    expect(await check({ feature: "unknown", customer: userId })).toMatchObject({
      body: { customerId: userId, feature: "unknown", ...denied },
    });
  });

  test("a denied check says whether the feature, the customer or the issuer is unknown", async () => {
    const { userId, email, feature, subject, gift } = await createCustomer();
    const [provider] = shop.ctx().config.auth.providers;
    const stranger = { customer: newId("usr", 1) };
    const cases: [object, string][] = [
      [{ feature: `${feature}s`, email }, "feature_unknown"],
      [{ feature: '"', email }, "feature_unknown"],
      [{ feature, ...stranger }, "customer_unknown"],
      [{ feature, email: `no-${email}` }, "customer_unknown"],
      [{ feature, issuer: `${provider!.issuer}/`, subject }, "customer_unknown"],
      [{ feature, issuer: "https://another.example", subject }, "issuer_unknown"],
      [{ feature, customer: await shop.createUser() }, "not_granted"],
      [{ feature, customer: userId }, "granted"],
    ];
    const reasonOf = async ([query]: [object, string]) => {
      const { feature: asked, ...address } = query as { feature: string };
      const body = { features: [asked], ...address };
      const several = await client.post<{ data: EntitlementCheck[] }>("/entitlements/check", body);
      expect(several.body.data).toEqual([(await check(query)).body]);
      return several.body.data[0]!.reason;
    };
    for (const each of cases) expect([each[0], await reasonOf(each)]).toEqual(each);
    await revokeGift(shop.ctx(), gift);
    expect((await check({ feature, customer: userId })).body.reason).toBe("not_granted");
  });

  test("GET /features lists every key that a check can ask for, with its benefits", async () => {
    const { feature, gift } = await createCustomer();
    const benefitsOf = await mapBenefitsByProduct(shop.ctx(), { productIds: [gift.productId] });
    const { body } = await client.get("/features");
    expect(body["data"]).toContainEqual({
      key: feature,
      benefitIds: [benefitsOf(gift.productId)[0]!.id],
    });
    expect(featureList.parse(body)).toEqual(body);
  });

  test("the check of a feature does not accept an email that is not verified", async () => {
    const { userId, email, feature } = await createCustomer();
    await env.DB.prepare("UPDATE users SET email_verified = 0 WHERE id = ?").bind(userId).run();
    expect(await check({ feature, email })).toMatchObject({ body: { customerId: null } });
  });

  test("the check of a feature follows a revocation at once", async () => {
    const { userId, feature, gift } = await createCustomer();
    await revokeGift(shop.ctx(), gift);
    expect(await check({ feature, customer: userId })).toMatchObject({
      body: { allowed: false, limit: 0, because: [{ reason: "gift_revoked" }] },
    });
  });

  test("the check of a feature follows a change of the benefit at once, and a benefit added later", async () => {
    const { userId, feature, gift } = await createCustomer();
    const benefitsOf = await mapBenefitsByProduct(shop.ctx(), { productIds: [gift.productId] });
    const [benefit] = benefitsOf(gift.productId);
    await editBenefit(shop.ctx(), {
      productId: gift.productId,
      benefitId: benefit!.id,
      benefit: {
        type: "feature",
        name: "Seats",
        settings: { key: `${feature}-2`, limit: { amount: 7, perSeat: false } },
      },
    });
    expect((await check({ feature, customer: userId })).body.allowed).toBe(false);
    const renamed = { feature: `${feature}-2`, customer: userId };
    expect((await check(renamed)).body).toMatchObject({ allowed: true, limit: 7 });
    await addNewBenefit(shop.ctx(), {
      productId: gift.productId,
      benefit: { type: "feature", name: "More", settings: { key: `${feature}-3` } },
    });
    const second = await createGift(shop.ctx(), { userId, productId: gift.productId, note: "" });
    const added = { feature: `${feature}-3`, customer: userId };
    expect((await check(added)).body).toMatchObject({
      allowed: true,
      because: expect.arrayContaining([expect.objectContaining({ id: second.id })]),
    });
  });

  test("the check answers as checkEntitlement does, for a feature of several products and without a key", async () => {
    const { userId, feature } = await createCustomer();
    const more = { key: feature, limit: { amount: 3, perSeat: false } };
    for (const settings of [more, {}, ...Array.from({ length: 9 }, () => more)]) {
      const { id: productId } = await shop.createPublishedProduct({
        prices: [monthly],
        benefits: [{ type: "feature", name: "Seats", settings }],
      });
      await createGift(shop.ctx(), { userId, productId, note: "" });
    }
    const benefits = await env.DB.prepare("SELECT benefit_id AS id FROM grants WHERE user_id = ?")
      .bind(userId)
      .all<{ id: string }>();
    for (const key of [feature, ...benefits.results.map(({ id }) => id)])
      expect((await check({ feature: key, customer: userId })).body).toEqual({
        ...(await checkEntitlement(shop.ctx(), { userId, key })),
        reason: expect.stringMatching(/^(granted|feature_unknown)$/),
      });
    expect((await check({ feature, customer: userId })).body.limit).toBe(10 + 10 * 3);
  });

  test.each(['"', "$.a", "a.b", "é", "[0]", "key\\", "' OR 1=1 --"])(
    "the check denies the feature %j, which no customer can have",
    async (feature) => {
      const customer = newId("usr", 1);
      expect(await check({ feature, customer })).toMatchObject({ status: 200, body: denied });
    },
  );

  test("the check reads 3 rows among any others: the key, the grant and the next one in the index", async () => {
    const made = await createCustomer();
    const others = [await createCustomer(), await createCustomer()];
    // More grants of the same customer, and more customers with the same feature.
    await createGift(shop.ctx(), {
      userId: made.userId,
      productId: others[0]!.gift.productId,
      note: "",
    });
    for (const { userId } of others)
      await createGift(shop.ctx(), { userId, productId: made.gift.productId, note: "" });
    const { db, usage } = countReads(env.DB);
    const { entitlement } = await readKeyAndEntitlement(
      { ...shop.ctx(), db },
      {
        keyHash: parseApiKey(client.secret)!.hash,
        address: { customer: made.userId },
        feature: made.feature,
      },
    );
    expect(JSON.parse(entitlement)).toMatchObject({ allowed: true, limit: 10 });
    expect(usage).toEqual({ statements: 1, rowsRead: 3 });
  });

  test.each([
    ["no feature", {}],
    ["nobody", { feature: "a" }],
    ["two addresses", { feature: "a", customer: newId("usr", 1), email: "ann@example.com" }],
    ["an issuer without a subject", { feature: "a", issuer: "https://id.example" }],
    ["a customer and half an identity", { feature: "a", customer: newId("usr", 1), subject: "1" }],
    ["an unknown parameter", { feature: "a", email: "ann@example.com", user: "1" }],
  ])("422 for %s", async (_name, query) => {
    expect(await check(query)).toMatchObject({
      status: 422,
      body: { code: "invalid_input" },
    });
  });

  test("the check of a feature is one statement with the key, whether the key is known, revoked or unknown", async () => {
    const { userId, feature } = await createCustomer();
    const recorded = recordStatements(env.DB);
    const counted = { ...shop.env, DB: recorded.d1 };
    const [known, revoked] = [await createApiClient(shop), await createApiClient(shop)];
    await env.DB.prepare("UPDATE api_keys SET last_used_at = ? WHERE id = ?")
      .bind(Date.now(), known.keyId)
      .run();
    await env.DB.prepare("UPDATE api_keys SET revoked_at = 1 WHERE id = ?")
      .bind(revoked.keyId)
      .run();
    const path = `/entitlements/check?feature=${feature}&customer=${userId}`;
    const statementsFor = async (secret: string, status: number) => {
      recorded.take();
      expect((await openApiClient(counted, secret).get(path)).status).toBe(status);
      return recorded.take().map(({ sql }) => sql);
    };
    const ofKnown = await statementsFor(known.secret, 200);
    expect(ofKnown).toHaveLength(1);
    expect(await statementsFor(revoked.secret, 401)).toEqual(ofKnown);
    expect(await statementsFor(newApiKey("test"), 401)).toEqual(ofKnown);
  });
});

describe("the check of several features", () => {
  test("the check of several features answers for each in the order asked, as the single check does", async () => {
    const { userId, feature } = await createCustomer();
    const { body } = await client.post<{ data: EntitlementCheck[] }>("/entitlements/check", {
      customer: userId,
      features: ["unknown", feature, feature],
    });
    const single = (await check({ customer: userId, feature })).body;
    expect(body.data).toEqual([
      { customerId: userId, feature: "unknown", ...denied, reason: "feature_unknown" },
      single,
      single,
    ]);
  });

  test("the check of several features denies everything to an unknown identity", async () => {
    const body = { issuer: "https://id.example", subject: "nobody", features: ["a", "b"] };
    expect(await client.post("/entitlements/check", body)).toMatchObject({
      status: 200,
      body: { data: [{ customerId: null, ...denied, reason: "feature_unknown" }, denied] },
    });
  });

  test.each([
    ["no feature", []],
    ["51 features", Array.from({ length: 51 }, (_, at) => `f${at}`)],
  ])("422 for %s", async (_name, features) => {
    const body = { customer: newId("usr", 1), features };
    expect((await client.post("/entitlements/check", body)).status).toBe(422);
  });
});

describe("an entitlement token", () => {
  type Answer = { token: string; expiresAt: string };
  const audience = "https://app.example";

  test("an entitlement token says what one customer may use, to one audience, signed with the published keys", async () => {
    const { userId, feature, issuer, subject } = await createCustomer();
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await client.post<Answer>("/entitlement-tokens", {
      issuer,
      subject,
      audience,
      includeIdentities: true,
    });
    expect(status).toBe(201);
    const keys = createLocalJWKSet(await listPublicKeys(shop.ctx().config));
    const { payload } = await jwtVerify(body.token, keys, {
      issuer: shop.ctx().config.origin,
      audience,
      typ: "entitlements+jwt",
      algorithms: ["EdDSA"],
    });
    expect(payload).toMatchObject({
      sub: userId,
      mode: "test",
      identities: [{ issuer, subject }],
      features: { [feature]: 10 },
      seq: expect.any(Number),
    });
    expect(payload.exp! - payload.iat!).toBe((15 * MINUTE) / 1000);
    expect(payload.iat).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.expiresAt)).toBe(payload.exp! * 1000);
  });

  test("an entitlement token names no identities unless asked, and no feature that is denied", async () => {
    const { userId, feature, gift } = await createCustomer();
    await revokeGift(shop.ctx(), gift);
    const { body } = await client.post<Answer>("/entitlement-tokens", {
      customer: userId,
      audience,
    });
    const claims = decodeJwt(body.token);
    expect(claims).not.toHaveProperty("identities");
    expect(claims["features"]).not.toHaveProperty(feature);
  });

  test("an entitlement token ends when access ends, if that is earlier", async () => {
    const endsAt = Math.floor((Date.now() + HOUR) / 1000) * 1000;
    const { userId } = await createCustomer(endsAt);
    const { body } = await client.post<Answer>("/entitlement-tokens", {
      customer: userId,
      audience,
      expiresInSeconds: DAY / 1000,
    });
    expect(Date.parse(body.expiresAt)).toBe(endsAt);
  });

  test("404 for an unknown customer, 422 for more than 24 hours, 501 without a signing key", async () => {
    const post = (more: object, of = client) =>
      of.post("/entitlement-tokens", { customer: newId("usr", 1), audience, ...more });
    expect(await post({})).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await post({ expiresInSeconds: DAY / 1000 + 1 })).toMatchObject({ status: 422 });
    expect(await post({ audience: undefined })).toMatchObject({ status: 422 });
    const withoutKey = openApiClient({ ...shop.env, SIGNING_KEYS: "" }, client.secret);
    expect(
      await withoutKey.post("/entitlement-tokens", { customer: newId("usr", 1), audience }),
    ).toMatchObject({ status: 501, body: { code: "entitlement_tokens_unavailable" } });
  });
});
