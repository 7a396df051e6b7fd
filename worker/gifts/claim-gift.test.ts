import { env } from "cloudflare:workers";
import { describe, expect, it, test } from "vitest";
import { offerGift, type NewOffer, type Recipient } from "./offer-gift.ts";
import { revokeGiftOrOffer } from "./revoke-gift.ts";
import { findGift } from "../access/store.ts";
import { findClaim } from "../claims/store.ts";
import { listGrantsInForce } from "../access/list-grants.ts";
import type { AppError } from "../errors.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { DAY } from "../lib/time.ts";
import { listAccessReasons } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser, signInAs } from "../testing/clients/sign-in.ts";
import { claimGift, claimWaitingGifts } from "./claim-gift.ts";
import { unusedClaims } from "../claims/store.ts";
import { removeOldRows } from "../sync/health/remove-old-rows.ts";

const newEmail = () => `${crypto.randomUUID()}@example.com`;

async function offer(shop: TestShop, recipient: Recipient, more: Partial<NewOffer> = {}) {
  const product = await shop.createPublishedProduct({ name: "Field Guide" });
  const { claim, secret } = await offerGift(shop.ctx(), {
    recipient,
    productId: product.id,
    note: "For the review",
    ...more,
  });
  return { id: claim.id, claim, secret: secret!, product };
}

const offerByLink = (shop: TestShop, more: Partial<NewOffer> = {}) =>
  offer(shop, { byLink: true }, more);

/** Adds an identity to a user, as a sign-in does. @returns its issuer and subject */
async function addIdentity(userId: string) {
  const subject = crypto.randomUUID();
  const issuer = "https://id.example.com";
  await env.DB.prepare("INSERT INTO identities VALUES (?1, ?2, 'oidc', ?3, ?1, 0)")
    .bind(subject, userId, issuer)
    .run();
  return { issuer, subject };
}

const listAuditActions = async (targetId: string) =>
  (
    await env.DB.prepare(
      "SELECT action, actor_id FROM audit_entries WHERE target_id = ? ORDER BY id",
    )
      .bind(targetId)
      .all()
  ).results;

describe("signing in", () => {
  it("claims a gift for the verified email, before the library is shown", async () => {
    const shop = openTestShop();
    const email = newEmail();
    const { id, product } = await offer(shop, { email }, { quantity: 2 });
    const browser = await signInAs(email);
    const { entries } = await browser.json<{ entries: unknown[] }>("/api/me/library");
    expect(entries).toMatchObject([{ id, source: "gift", product: { id: product.id } }]);
    expect(await listAuditActions(id)).toEqual([
      { action: "gift.offered", actor_id: "test" },
      { action: "gift.claimed", actor_id: "sign-in" },
    ]);
  });

  it("claims a gift that was offered after the first sign-in", async () => {
    const shop = openTestShop();
    const email = newEmail();
    const browser = await signInAs(email);
    const { id } = await offer(shop, { email });
    await signInAs(email, browser);
    const { entries } = await browser.json<{ entries: unknown[] }>("/api/me/library");
    expect(entries).toMatchObject([{ id }]);
  });

  it("claims nothing for an email that the provider has not verified", async () => {
    const shop = openTestShop();
    const { id } = await offer(shop, { email: "unverified@example.com" });
    await signInAs("unverified");
    expect((await findClaim(shop.ctx().db, id, "test"))?.claimedAt).toBeNull();
  });
});

describe("claiming the gifts that wait for a user", () => {
  it("claims those for each of their identities, and no others", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const [one, two] = [await addIdentity(userId), await addIdentity(userId)];
    const own = [await offer(shop, one), await offer(shop, two)];
    const others = [
      await offer(shop, { issuer: "https://other.example.com", subject: one.subject }),
      await offer(shop, { issuer: one.issuer, subject: crypto.randomUUID() }),
      await offer(shop, { email: newEmail() }),
    ];
    await claimWaitingGifts(shop.ctx(), { userId, email: null });
    expect(await listAccessReasons(shop, userId)).toEqual(["gift", "gift"]);
    const claimedBy = async ({ id }: { id: string }) =>
      (await findClaim(shop.ctx().db, id, "test"))?.claimedBy;
    expect(await Promise.all(own.map(claimedBy))).toEqual([userId, userId]);
    expect(await Promise.all(others.map(claimedBy))).toEqual([null, null, null]);
  });

  it("claiming makes one gift and sends one email, when two sign-ins happen at the same time", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const userId = await shop.createUser();
    const { id } = await offer(shop, await addIdentity(userId));
    await Promise.all(
      Array.from({ length: 5 }, () => claimWaitingGifts(shop.ctx(), { userId, email: null })),
    );
    const { db } = shop.ctx();
    expect(await findGift(db, id, "test")).toMatchObject({ userId, note: "For the review" });
    expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(1);
    expect(await shop.emailsTo(userId)).toMatchObject([
      { subject: "Tidewater has given you free access to Field Guide" },
    ]);
    expect((await listAuditActions(id)).map(({ action }) => action)).toEqual([
      "gift.offered",
      "gift.claimed",
    ]);
  });

  it("claiming gives access from the claim to the end that was chosen", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const endsAt = Date.now() + 2 * DAY;
    const { id } = await offer(shop, await addIdentity(userId), { endsAt });
    const now = Date.now() + DAY;
    await claimWaitingGifts(shop.ctx(undefined, now), { userId, email: null });
    expect(await findGift(shop.ctx().db, id, "test")).toMatchObject({ createdAt: now, endsAt });
  });

  it.each([
    ["expired", { expiresAt: Date.now() + DAY }, 2 * DAY],
    ["whose access has ended", { endsAt: Date.now() + DAY }, 2 * DAY],
  ])("claiming skips a gift %s", async (_, more, later) => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    await offer(shop, await addIdentity(userId), more);
    const ctx = shop.ctx(undefined, Date.now() + later);
    await claimWaitingGifts(ctx, { userId, email: null });
    expect(await listAccessReasons(shop, userId)).toEqual([]);
  });

  it("claiming skips a revoked gift, and a claimed one is revoked by the same id", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const identity = await addIdentity(userId);
    const [revoked, claimed] = [await offer(shop, identity), await offer(shop, identity)];
    await revokeGiftOrOffer(shop.ctx(), revoked);
    await revokeGiftOrOffer(shop.ctx(), revoked);
    await claimWaitingGifts(shop.ctx(), { userId, email: null });
    expect(await listAccessReasons(shop, userId)).toEqual(["gift"]);
    await revokeGiftOrOffer(shop.ctx(), claimed);
    expect(await listAccessReasons(shop, userId)).toEqual(["gift_revoked"]);
    expect((await listAuditActions(revoked.id)).map(({ action }) => action)).toEqual([
      "gift.offered",
      "gift.ended",
    ]);
  });

  it("either revokes or gives when both happen at the same time, and leaves no access", async () => {
    const shop = openTestShop();
    for (let round = 0; round < 5; round++) {
      const userId = await shop.createUser();
      const { id } = await offer(shop, await addIdentity(userId));
      await Promise.all([
        claimWaitingGifts(shop.ctx(), { userId, email: null }),
        revokeGiftOrOffer(shop.ctx(), { id }),
      ]);
      expect(await listGrantsInForce(shop.ctx(), { userId })).toEqual([]);
    }
  });

  it("a claimed gift is kept through a rebuild", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    await offer(shop, await addIdentity(userId));
    await claimWaitingGifts(shop.ctx(), { userId, email: null });
    await runRebuild(shop);
    expect(await listAccessReasons(shop, userId)).toEqual(["gift"]);
  });
});

const PATH = "/api/me/gift-links";
const post = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("a secret link", () => {
  it("a secret link shows to a visitor what it gives, and gives it after the sign-in", async () => {
    const shop = openTestShop();
    const { id, secret, product } = await offerByLink(shop);
    const visitor = openBrowser();
    expect(await visitor.json(PATH, post({ secret }))).toMatchObject({
      state: "open",
      product: { slug: product.slug, name: "Field Guide" },
      endsAt: null,
    });
    expect((await visitor.fetch(`${PATH}/claim`, post({ secret }))).status).toBe(401);
    const user = await createSignedInUser();
    for (let again = 0; again < 2; again++)
      expect(await user.json(`${PATH}/claim`, post({ secret }))).toEqual({
        entryId: id,
        ownedTwice: [],
      });
    expect(await visitor.json(PATH, post({ secret }))).toMatchObject({ state: "claimed" });
    expect(await listAuditActions(id)).toContainEqual({
      action: "gift.claimed",
      actor_id: user.userId,
    });
  });

  it("a secret link is stored as a hash only", async () => {
    const { id, secret } = await offerByLink(openTestShop());
    const row = await env.DB.prepare("SELECT * FROM claims WHERE id = ?").bind(id).first();
    expect(row).toMatchObject({ secret_hash: sha256Hex(secret) });
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it("a secret link gives one gift to one of two users who claim it at the same time", async () => {
    const shop = openTestShop();
    const { secret } = await offerByLink(shop);
    const userIds = await Promise.all(Array.from({ length: 4 }, () => shop.createUser()));
    const outcomes = await Promise.allSettled(
      userIds.map((userId) => claimGift(shop.asUser(userId), { secret })),
    );
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as AppError).code] : [],
    );
    expect(refusals).toEqual(["gift_claimed", "gift_claimed", "gift_claimed"]);
    const reasons = await Promise.all(userIds.map((userId) => listAccessReasons(shop, userId)));
    expect(reasons.flat()).toEqual(["gift"]);
  });

  it("a secret link refuses after a month, and after it was revoked", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const [old, revoked] = [await offerByLink(shop), await offerByLink(shop)];
    await revokeGiftOrOffer(shop.ctx(), revoked);
    const later = shop.asUser(userId, Date.now() + 30 * DAY);
    await expect(claimGift(later, old)).rejects.toMatchObject({ code: "gift_expired" });
    await expect(claimGift(shop.asUser(userId), revoked)).rejects.toMatchObject({
      code: "gift_revoked",
    });
    const browser = openBrowser();
    expect(await browser.json(PATH, post({ secret: revoked.secret }))).toMatchObject({
      state: "revoked",
    });
  });

  it("an unknown secret returns 404", async () => {
    const unknown = post({ secret: "x".repeat(43) });
    const user = await createSignedInUser();
    expect((await user.fetch(PATH, unknown)).status).toBe(404);
    expect((await user.fetch(`${PATH}/claim`, unknown)).status).toBe(404);
  });

  it("a secret link with the secret in its path leads to the one that no request has in its URL", async () => {
    const secret = "x".repeat(43);
    const response = await openBrowser().fetch(`/claim/${secret}`);
    expect([response.status, response.headers.get("location")]).toEqual([302, `/claim#${secret}`]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("an offer", () => {
  it.each([
    ["an end in the past", { endsAt: 1 }],
    ["an expiry in the past", { expiresAt: 1 }],
    ["an expiry after more than a year", { expiresAt: Date.now() + 400 * DAY }],
  ])("an offer with %s is refused", async (_, more) => {
    await expect(offerByLink(openTestShop(), more)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("an offer of an unknown product is refused", async () => {
    const productId = `prd_${"0".repeat(26)}`;
    await expect(offerByLink(openTestShop(), { productId })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("an offer can be claimed for a year, or a month by link", async () => {
    const shop = openTestShop();
    const [named, byLink] = [await offer(shop, { email: newEmail() }), await offerByLink(shop)];
    expect(named.claim.expiresAt - named.claim.createdAt).toBe(365 * DAY);
    expect(byLink.claim.expiresAt - byLink.claim.createdAt).toBe(30 * DAY);
  });

  it("an offer that was not claimed is deleted a month after it expired", async () => {
    const shop = openTestShop();
    const { id, claim } = await offer(shop, { email: newEmail() });
    const used = await offerByLink(shop);
    await claimGift(shop.asUser(await shop.createUser()), used);
    const runAt = (now: number) => removeOldRows(shop.ctx(undefined, now), [unusedClaims]);
    await runAt(claim.expiresAt + 29 * DAY);
    expect(await findClaim(shop.ctx().db, id, "test")).toBeDefined();
    await runAt(claim.expiresAt + 30 * DAY);
    expect(await findClaim(shop.ctx().db, id, "test")).toBeUndefined();
    expect(await findClaim(shop.ctx().db, used.id, "test")).toBeDefined();
  });
});

test("deleting the account erases the email and the words of a claimed gift", async () => {
  const shop = openTestShop();
  const email = newEmail();
  const { id } = await offer(shop, { email }, { message: "Happy birthday" });
  const browser = await signInAs(email);
  const file = await browser.json<{ claims: unknown[] }>("/api/me/account/export");
  expect(file.claims).toMatchObject([{ id, email, message: "Happy birthday" }]);
  await browser.fetch("/api/me/account", { method: "DELETE" });
  expect(await findClaim(shop.ctx().db, id, "test")).toMatchObject({
    email: null,
    note: "",
    message: "",
    claimedAt: expect.any(Number),
  });
  expect(await findGift(shop.ctx().db, id, "test")).toBeUndefined();
});
