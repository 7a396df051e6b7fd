import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimGift } from "../../gifts/claim-gift.ts";
import { createApiClient } from "../../testing/clients/api-client.ts";
import { listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openBrowser, signInAs } from "../../testing/clients/sign-in.ts";

type Gift = { id: string; claimUrl: string | null; status: string };

async function openShopWithProduct() {
  const shop = openTestShop();
  const client = await createApiClient(shop);
  const { id: product } = await shop.createPublishedProduct({});
  return { shop, client, product };
}

const countGifts = (productId: string) =>
  env.DB.prepare(
    "SELECT (SELECT count(*) FROM gifts WHERE product_id = ?1) + (SELECT count(*) FROM claims WHERE product_id = ?1) AS n",
  )
    .bind(productId)
    .first<number>("n");

const listAuditEntries = async (targetId: string) =>
  (
    await env.DB.prepare(
      "SELECT action, actor_id FROM audit_entries WHERE target_id = ? ORDER BY id",
    )
      .bind(targetId)
      .all()
  ).results;

const showBody = (secret: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ secret }),
});

describe("POST /gifts", () => {
  it("POST /gifts gives a product to a customer at once, and DELETE takes it back", async () => {
    const { shop, client, product } = await openShopWithProduct();
    const customer = await shop.createUser();
    const endsAt = "2099-01-01T00:00:00.000Z";
    const { status, body } = await client.post<Gift>("/gifts", {
      customer,
      product,
      quantity: 2,
      endsAt,
      note: "A thank you",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      customerId: customer,
      productId: product,
      quantity: 2,
      status: "active",
      givenBy: client.keyId,
      note: "A thank you",
      endsAt,
      claimUrl: null,
    });
    expect(await listAccessReasons(shop, customer)).toEqual(["gift"]);
    const { claimUrl: _, ...gift } = body;
    expect((await client.get(`/gifts/${body.id}`)).body).toEqual(gift);
    for (let again = 0; again < 2; again++)
      expect(await client.send("DELETE", `/gifts/${body.id}`)).toMatchObject({
        status: 200,
        body: { id: body.id, status: "revoked" },
      });
    expect(await listAccessReasons(shop, customer)).toEqual(["gift_revoked"]);
    expect(await listAuditEntries(body.id)).toEqual([
      { action: "gift.given", actor_id: client.keyId },
      { action: "gift.ended", actor_id: client.keyId },
    ]);
  });

  it("POST /gifts gives at once to an identity and to an email that have signed in", async () => {
    const { client, product } = await openShopWithProduct();
    const email = `${crypto.randomUUID()}@example.com`;
    const browser = await signInAs(email);
    const { user } = await browser.json<{ user: { id: string } }>("/api/me");
    const identity = await env.DB.prepare(
      "SELECT issuer, subject FROM identities WHERE user_id = ?",
    )
      .bind(user.id)
      .first();
    const withSlash = { ...identity, issuer: `${String(identity!["issuer"])}/` };
    for (const address of [{ email: email.toUpperCase() }, identity!, withSlash])
      expect((await client.post("/gifts", { ...address, product })).body).toMatchObject({
        customerId: user.id,
        status: "active",
      });
  });

  it("POST /gifts waits for an email that has not signed in, and is the same gift after the sign-in", async () => {
    const { client, product } = await openShopWithProduct();
    const email = `${crypto.randomUUID()}@example.com`;
    const { body } = await client.post<Gift>("/gifts", { email, product });
    expect(body).toMatchObject({
      status: "waiting",
      customerId: null,
      email,
      claimExpiresAt: expect.any(String),
    });
    const browser = await signInAs(email);
    const { entries } = await browser.json<{ entries: unknown[] }>("/api/me/library");
    expect(entries).toMatchObject([{ id: body.id }]);
    expect((await client.get(`/gifts/${body.id}`)).body).toMatchObject({
      status: "active",
      customerId: expect.stringMatching(/^usr_/),
      email: null,
    });
  });

  it("POST /gifts emails a gift that waits if asked to, which needs an email", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const client = await createApiClient(shop);
    const { id: product } = await shop.createPublishedProduct({ name: "Course" });
    const email = `${crypto.randomUUID()}@example.com`;
    const wish = { product, sendEmail: true, language: "de", message: "Viel Spaß!" };
    const { body } = await client.post<Gift>("/gifts", { ...wish, email });
    expect(body).toMatchObject({ status: "waiting", claimUrl: null });
    const [sent] = await shop.emailsToAddress(email);
    expect(sent).toMatchObject({ subject: "Ein Geschenk für Sie: Course" });
    expect(sent!.text).toContain("Viel Spaß!");
    expect((await client.post("/gifts", { ...wish, byLink: true })).status).toBe(422);
  });

  it("POST /gifts waits for an identity, and can be revoked by its id before it is claimed", async () => {
    const { client, product } = await openShopWithProduct();
    const identity = { issuer: "https://id.example.com", subject: crypto.randomUUID() };
    const { body } = await client.post<Gift>("/gifts", { ...identity, product });
    expect(body).toMatchObject({ status: "waiting", ...identity });
    expect(await client.send("DELETE", `/gifts/${body.id}`)).toMatchObject({
      status: 200,
      body: { id: body.id, status: "revoked" },
    });
  });

  it("POST /gifts for an issuer with a slash too many waits for the provider's own issuer", async () => {
    const { shop, client, product } = await openShopWithProduct();
    const { issuer } = shop.ctx().config.auth.providers[0]!;
    const identity = { issuer: `${issuer}/`, subject: crypto.randomUUID() };
    const { body } = await client.post<Gift>("/gifts", { ...identity, product });
    expect(body).toMatchObject({ status: "waiting", issuer });
  });

  it("GET /gifts lists claimed and waiting gifts, by customer, product, status and in pages", async () => {
    const { shop, client, product } = await openShopWithProduct();
    const customer = await shop.createUser();
    const email = `${crypto.randomUUID()}@example.com`;
    const give = async (to: object) =>
      (await client.post<Gift>("/gifts", { ...to, product })).body.id;
    const ids = [await give({ customer }), await give({ email }), await give({ customer })];
    type List = { data: Gift[]; nextCursor: string | null };
    const list = async (query: string) => (await client.get<List>(`/gifts?${query}`)).body;
    const found = async (query: string) => (await list(query)).data.map(({ id }) => id);
    const newest = ids.toReversed();
    expect((await found(`product=${product}`)).toSorted()).toEqual(ids.toSorted());
    expect((await found(`customer=${customer}`)).toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(await found(`product=${product}&status=waiting`)).toEqual([ids[1]]);
    expect((await found(`product=${product}&status=waiting,active`)).toSorted()).toEqual(
      ids.toSorted(),
    );
    expect(await found(`product=${product}&createdAfter=2099-01-01T00:00:00Z`)).toEqual([]);
    const first = await list(`product=${product}&limit=2`);
    const second = await list(`product=${product}&limit=2&cursor=${first.nextCursor}`);
    const paged = [...first.data, ...second.data].map(({ id }) => id);
    expect([paged.toSorted(), second.nextCursor]).toEqual([newest.toSorted(), null]);
    expect((await client.get(`/gifts/${paged[0]}`)).body).toEqual(first.data[0]);
  });

  it("POST /gifts makes a link that is shown once", async () => {
    const { shop, client, product } = await openShopWithProduct();
    const { body } = await client.post<Gift>("/gifts", { byLink: true, product });
    const secret = /\/claim#([\w-]{43})$/.exec(body.claimUrl ?? "")?.[1] ?? "";
    expect(await openBrowser().json("/api/me/gift-links", showBody(secret))).toMatchObject({
      state: "open",
    });
    const again = await client.get(`/gifts/${body.id}`);
    expect(JSON.stringify(again.body)).not.toContain(secret);
    const userId = await shop.createUser();
    expect(await claimGift(shop.asUser(userId), { secret })).toEqual({ id: body.id });
    expect((await client.get(`/gifts/${body.id}`)).body).toMatchObject({ customerId: userId });
  });

  it("POST /gifts is answered again with its link, which the database has only encrypted", async () => {
    const { client, product } = await openShopWithProduct();
    const give = () =>
      client.post<Gift>("/gifts", { byLink: true, product }, { "idempotency-key": product });
    const { body } = await give();
    expect(body.claimUrl).toMatch(/\/claim#[\w-]{43}$/);
    expect((await give()).body).toEqual(body);
    const stored = await env.DB.prepare(
      "SELECT body FROM idempotent_requests WHERE idempotency_key = ?",
    )
      .bind(product)
      .first<string>("body");
    expect(stored).toContain(body.id);
    expect(stored).not.toContain(body.claimUrl);
  });

  it.each(["customer", "email"])(
    "POST /gifts makes one gift by %s when it is sent twice, also at the same time",
    async (by) => {
      const { shop, client, product } = await openShopWithProduct();
      const to =
        by === "customer"
          ? { customer: await shop.createUser() }
          : { email: `${crypto.randomUUID()}@example.com` };
      const give = () =>
        client.post<Gift>("/gifts", { ...to, product }, { "idempotency-key": product });
      const [one, two] = await Promise.all([give(), give()]);
      expect([one.status, two.status]).toContain(201);
      const { body } = await give();
      const created = one.status === 201 ? one : two;
      expect(body).toEqual(created.body);
      expect(await countGifts(product)).toBe(1);
    },
  );

  it.each([
    ["nobody", {}],
    ["two addresses", { customer: `usr_${"0".repeat(26)}`, email: "ann@example.com" }],
    ["an issuer without a subject", { issuer: "https://id.example.com" }],
    ["a link with an address", { byLink: true, email: "ann@example.com" }],
    ["an end in the past", { byLink: true, endsAt: "2020-01-01T00:00:00Z" }],
    [
      "a claim that expires after more than a year",
      {
        byLink: true,
        claimExpiresAt: "2099-01-01T00:00:00Z",
      },
    ],
    ["a quantity of zero", { byLink: true, quantity: 0 }],
    ["an unknown field", { byLink: true, productId: "prd_1" }],
  ])("POST /gifts refuses %s", async (_, fields) => {
    const { client, product } = await openShopWithProduct();
    const answer = await client.post("/gifts", { product, ...fields });
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_input"]);
    expect(await countGifts(product)).toBe(0);
  });

  it("POST /gifts returns 404 for an unknown customer and an unknown product", async () => {
    const { shop, client, product } = await openShopWithProduct();
    const nobody = `usr_${"0".repeat(26)}`;
    expect((await client.post("/gifts", { customer: nobody, product })).status).toBe(404);
    const customer = await shop.createUser();
    const unknown = `prd_${"0".repeat(26)}`;
    expect((await client.post("/gifts", { customer, product: unknown })).status).toBe(404);
  });
});

it.each(["gifts", "claims"])("a gift of the other mode is not found (%s)", async (table) => {
  const { shop, client, product } = await openShopWithProduct();
  const to = table === "gifts" ? { customer: await shop.createUser() } : { byLink: true };
  const { body } = await client.post<Gift>("/gifts", { ...to, product });
  await env.DB.prepare(`UPDATE ${table} SET mode = 'live' WHERE id = ?`).bind(body.id).run();
  expect((await client.get(`/gifts/${body.id}`)).status).toBe(404);
  expect((await client.send("DELETE", `/gifts/${body.id}`)).status).toBe(404);
});

it("the feed has a waiting gift, its claim and its revocation", async () => {
  const { shop, client, product } = await openShopWithProduct();
  const { body } = await client.post<Gift>("/gifts", { byLink: true, product });
  const secret = body.claimUrl!.split("#").at(-1)!;
  await claimGift(shop.asUser(await shop.createUser()), { secret });
  await client.send("DELETE", `/gifts/${body.id}`);
  const { results } = await env.DB.prepare(
    "SELECT type, data FROM feed_events WHERE object_id = ? ORDER BY sequence",
  )
    .bind(body.id)
    .all<{ type: string; data: string }>();
  expect(results.map(({ type }) => type)).toEqual(["gift.created", "gift.claimed", "gift.revoked"]);
  expect(JSON.stringify(results)).not.toContain(secret);
  expect(JSON.parse(results.at(-1)!.data)).toEqual((await client.get(`/gifts/${body.id}`)).body);
});
