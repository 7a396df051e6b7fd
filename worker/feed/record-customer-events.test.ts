import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { createGift } from "../gifts/create-gift.ts";
import { mergeAccounts } from "../admin/customers/merge-accounts.ts";
import { commit } from "../db/client.ts";
import { deleteAccount } from "../account/delete-account.ts";
import { renameAccount } from "../account/change-profile.ts";
import { unlinkIdentity } from "../account/unlink-identity.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { listFeed, listMissingEvents, recordTypes } from "../testing/clients/feed.ts";
import { archiveAllOf } from "../testing/fixtures/archive-feed.ts";
import {
  createDeviceClient,
  findLicenseInLibrary,
  licenseBenefit,
} from "../testing/fixtures/licenses.ts";
import { payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser, signInAs } from "../testing/clients/sign-in.ts";
import { eraseEvents } from "./erase-events.ts";

const feature = { type: "feature", name: "Export", settings: {} } as const;

test("a first sign-in records an event, and the next one does not", async () => {
  const hint = `${crypto.randomUUID()}@example.com`;
  const browser = await signInAs(hint);
  const { user } = await browser.json<{ user: { id: string } }>("/api/me");
  await signInAs(hint);
  const shop = openTestShop();
  const events = await listFeed(shop, { userId: user.id });
  expect(events.map(({ type }) => type)).toEqual(["customer.created"]);
  expect(events[0]?.data).toMatchObject({
    id: user.id,
    email: hint,
    emailVerified: true,
    status: "active",
    identities: [{ subject: expect.any(String), issuer: expect.stringContaining("http") }],
    stripeCustomerId: null,
  });
});

test("a new name and a removed identity record events", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const record = (act: () => Promise<unknown>) => recordTypes(shop, { userId }, act);
  await record(() => renameAccount(shop.asUser(userId), { name: "Before" }));
  const rename = () => renameAccount(shop.asUser(userId), { name: "Mia Member" });
  expect(await record(rename)).toEqual(["customer.updated"]);
  for (const subject of ["a", "b"])
    await env.DB.prepare(
      "INSERT INTO identities (id, user_id, provider, issuer, subject, created_at) VALUES (?1, ?2, ?1, 'https://id.example', ?3, 0)",
    )
      .bind(`idn_${subject}_${userId}`, userId, subject)
      .run();
  const unlink = () => unlinkIdentity(shop.asUser(userId), { id: `idn_a_${userId}` });
  expect(await record(unlink)).toEqual(["customer.updated"]);
  expect((await listFeed(shop, { userId })).at(-1)?.data).toMatchObject({
    name: "Mia Member",
    identities: [{ issuer: "https://id.example", subject: "b" }],
  });
});

const places = [["in the database"], ["archived"]] as const;

/** Creates a user with an order, a gift, a license key with a device, and a feature. */
async function createFullUser(place: (typeof places)[number][0]) {
  const shop = openTestShop();
  const benefits = [licenseBenefit({ isNamed: true }), feature];
  const { userId, customerId } = await payForNewProduct(shop, { benefits });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await renameAccount(shop.asUser(userId), { name: "Mia Member" });
  const { id: productId } = await shop.createDraftProduct();
  await createGift(shop.ctx(), { userId, productId, note: "For Mia's review" });
  const { key } = (await findLicenseInLibrary(shop, userId))!.license!;
  const device = createDeviceClient(shop);
  await device("activate", { key, fingerprint: "fp-1", label: "Mia's laptop" });
  const email = await env.DB.prepare("SELECT email FROM users WHERE id = ?")
    .bind(userId)
    .first<string>("email");
  const secrets = [key, email!, "Mia", "fp-1"];
  if (place === "archived") await archiveAllOf(shop, userId);
  return { shop, userId, customerId, secrets };
}

/** Returns those of the texts that stand anywhere in the feed. */
async function findInFeed(texts: string[]): Promise<string[]> {
  const found = texts.map((text) =>
    env.DB.prepare(
      `SELECT (SELECT count(*) FROM feed_events WHERE instr(data, ?1) > 0)
        + (SELECT count(*) FROM feed_newest WHERE instr(objects, ?1) > 0) AS n`,
    )
      .bind(text)
      .first<number>("n"),
  );
  const counts = await Promise.all(found);
  return texts.filter((_, at) => counts[at]! > 0);
}

describe("deleting an account", () => {
  test.each(places)(
    "a deletion leaves no name, email, key or device in a feed %s",
    async (place) => {
      const { shop, userId, customerId, secrets } = await createFullUser(place);
      // The key never changes, so of archived events it is in R2 alone.
      expect(await findInFeed(secrets)).toEqual(place === "archived" ? secrets.slice(1) : secrets);
      const types = await recordTypes(shop, { userId }, () => deleteAccount(shop.asUser(userId)));
      expect(types).toEqual([
        "gift.revoked",
        "license.revoked",
        "entitlement.revoked",
        "entitlement.revoked",
        "customer.deleted",
      ]);
      expect(await findInFeed(secrets.filter((text) => text !== "Mia"))).toEqual([]);
      const own = await listFeed(shop, { userId });
      expect(JSON.stringify(own)).not.toContain("Mia");
      const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
      expect(await recordTypes(shop, { userId }, sync)).toEqual([]);
      expect(await listMissingEvents(shop, { userId })).toEqual([]);
    },
  );

  test("a deletion erases nothing unless the user is then deleted", async () => {
    const shop = openTestShop();
    const { userId } = await createSignedInUser({ name: "Olga Owner" });
    await renameAccount(shop.asUser(userId), { name: "Olga Only" });
    await commit(shop.ctx().db, eraseEvents(userId));
    expect((await listFeed(shop, { userId })).at(-1)?.data).toMatchObject({ name: "Olga Only" });
  });
});

test.each(places)(
  "a merge records what moved of a feed %s, and leaves no personal data",
  async (place) => {
    const { shop, userId: fromId, secrets } = await createFullUser(place);
    const intoId = await shop.createUser();
    const admin = await createSignedInUser({ role: "admin" });
    const merge = () => mergeAccounts(shop.asUser(admin.userId), { fromId, intoId });
    expect(await recordTypes(shop, { userId: intoId }, merge)).toEqual([
      "customer.created",
      "checkout.updated",
      "order.updated",
      "gift.updated",
      "license.updated",
      "entitlement.granted",
      "entitlement.granted",
    ]);
    expect((await listFeed(shop, { userId: fromId })).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["entitlement.revoked", "customer.deleted"]),
    );
    const closed = JSON.stringify(await listFeed(shop, { userId: fromId }));
    expect(secrets.filter((text) => closed.includes(text))).toEqual([]);
    expect(await listMissingEvents(shop, { userId: [fromId, intoId] })).toEqual([]);
  },
);
