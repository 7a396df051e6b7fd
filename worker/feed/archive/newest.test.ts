import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { renameAccount } from "../../account/change-profile.ts";
import { scheduleCancellation } from "../../billing/schedule-cancellation.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { commit } from "../../db/client.ts";
import { setLicenseDisabled } from "../../delivery/licenses/set-license-disabled.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { revokeGift } from "../../gifts/revoke-gift.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { archiveFeed } from "../../sync/feed/archive-feed.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { listFeed, listMissingEvents, recordTypes } from "../../testing/clients/feed.ts";
import { showTimeline } from "../../testing/clients/show-timeline.ts";
import { archiveAllOf } from "../../testing/fixtures/archive-feed.ts";
import { addNewBenefit } from "../../testing/fixtures/edit-product.ts";
import {
  createDeviceClient,
  findLicenseInLibrary,
  licenseBenefit,
} from "../../testing/fixtures/licenses.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { changeableOfEvent } from "../comparable.ts";
import { recordEvents } from "../record-events.ts";

const countRows = (userId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM feed_events WHERE user_id = ?")
    .bind(userId)
    .first<number>("n");

/** Returns the history without ids, which name one of the events of a change. */
const readHistory = async (shop: TestShop, userId: string) =>
  (await showTimeline(shop.ctx(), { userId })).map(({ id: _, ...entry }) => entry);

/** Creates a user with an order, a subscription, a gift, a license key and a feature, all of it archived. */
async function createArchivedUser() {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, {
    benefits: [
      { type: "feature", name: "Export", settings: { key: "export" } },
      licenseBenefit({ activationLimit: 2 }),
    ],
  });
  const club = await shop.createPublishedProduct({ prices: [monthly], benefits: [] });
  const { url } = await openCheckout(shop.asUser(userId), { priceId: club.prices[0]!.id });
  await shop.pay(url);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const gift = await createGift(shop.ctx(), { userId, productId: club.id, note: "Thanks" });
  const history = await readHistory(shop, userId);
  const events = await listFeed(shop, { userId });
  await archiveAllOf(shop, userId);
  expect(await countRows(userId)).toBe(0);
  return { shop, userId, customerId, giftId: gift.id, events, history };
}

test("an object whose events are all archived is recorded again only when it changes, as what it is", async () => {
  const { shop, userId, customerId, giftId, events, history } = await createArchivedUser();
  expect(await listFeed(shop, { userId })).toEqual(events);
  expect(await readHistory(shop, userId)).toEqual(history);
  expect(await listMissingEvents(shop, { userId })).toEqual([]);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  expect(await countRows(userId)).toBe(0);

  const { id: licenseId, key } = (await findLicenseInLibrary(shop, userId))!.license!;
  const [subscription] = await listSubscriptions(shop.ctx(), { userId });
  const [charge] = (await shop.ctx().stripe.charges.list()).data.filter(
    ({ amount }) => amount !== monthly.amountMinor,
  );
  const changes: [types: string[], act: () => Promise<unknown>][] = [
    [["customer.updated"], () => renameAccount(shop.asUser(userId), { name: "Mia" })],
    [
      ["license.activated"],
      () => createDeviceClient(shop)("activate", { key, fingerprint: "mac", label: "Mac" }),
    ],
    [
      ["license.updated"],
      () =>
        setLicenseDisabled(shop.asUser(userId, Date.now(), "owner"), {
          id: licenseId,
          isDisabled: true,
        }),
    ],
    [["gift.revoked"], () => revokeGift(shop.ctx(), { id: giftId })],
    [
      ["subscription.canceled"],
      () => scheduleCancellation(shop.asUser(userId), { id: subscription!.id }),
    ],
    [
      ["order.refunded", "license.revoked", "entitlement.revoked"],
      async () => {
        await shop.ctx().stripe.refunds.create({ charge: charge!.id });
        await syncStripeCustomer(shop.ctx(), { customerId, force: true });
      },
    ],
  ];
  for (const [types, act] of changes) {
    expect(await recordTypes(shop, { userId }, act)).toEqual(types);
    expect(await listMissingEvents(shop, { userId })).toEqual([]);
    await archiveAllOf(shop, userId);
    expect(await countRows(userId)).toBe(0);
    expect(await listMissingEvents(shop, { userId })).toEqual([]);
  }
});

test("the history stays when its events are archived, also of a benefit that came when a refund failed", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const product = await shop.createPublishedProduct({ benefits: [licenseBenefit()] });
  const { url } = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
  await shop.pay(url, "4000000000005126");
  const customerId = (await env.DB.prepare("SELECT id FROM customers WHERE user_id = ?")
    .bind(userId)
    .first<string>("id"))!;
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await sync();
  const [charge] = (await shop.ctx().stripe.charges.list()).data;
  await shop.ctx().stripe.refunds.create({ charge: charge!.id });
  await sync();
  await addNewBenefit(shop.asUser(userId, Date.now(), "owner"), {
    productId: product.id,
    benefit: { type: "feature", name: "More", settings: {} },
  });
  await shop.control("clock", { advanceSeconds: (8 * DAY) / SECOND });
  await sync();
  const before = await readHistory(shop, userId);
  const failed = before.find(({ code }) => code === "refund_failed");
  expect(failed?.granted.map(({ name }) => name)).toContain("More");
  await archiveAllOf(shop, userId);
  expect(await readHistory(shop, userId)).toEqual(before);
});

test("a key that was disabled twice has both times in the history, also when its first events are archived", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, { benefits: [licenseBenefit()] });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const { id } = (await findLicenseInLibrary(shop, userId))!.license!;
  await archiveAllOf(shop, userId);
  const start = Date.now();
  for (const [day, isDisabled] of [true, false, true].entries())
    await setLicenseDisabled(shop.asUser(userId, start + day * DAY, "owner"), { id, isDisabled });
  const history = await readHistory(shop, userId);
  expect(
    history.flatMap(({ code, at }) => (code.startsWith("key_") ? [[code, at]] : [])),
  ).toMatchObject([
    ["key_disabled", start + 2 * DAY],
    ["key_enabled", start + DAY],
    ["key_disabled", start],
    ["key_issued", expect.any(Number)],
  ]);
});

test("the newest events stay for a week after this release runs first, and the newest of all always", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const ctx = shop.ctx();
  await commit(ctx.db, recordEvents(ctx, { userId, kinds: ["customer"] }));
  const newest = () => env.DB.prepare("SELECT max(sequence) AS n FROM feed_events").first("n");
  const last = await newest();
  const start = Date.now() + 1000 * DAY;
  await env.DB.prepare("DELETE FROM cursors WHERE name LIKE 'feed-archive:%'").run();
  const runFor = async (days: number) => {
    for (let run = 0; run < 20; run++)
      await archiveFeed(shop.ctx(undefined, start + days * DAY), { minimum: 1 });
  };
  await runFor(0);
  await runFor(6);
  expect(await countRows(userId)).toBe(1);
  const other = await shop.createUser();
  await commit(ctx.db, recordEvents(ctx, { userId: other, kinds: ["customer"] }));
  await runFor(8);
  await runFor(16);
  expect(await countRows(userId)).toBe(0);
  expect(await countRows(other)).toBe(1);
  expect(await newest()).toBeGreaterThan(Number(last));
});

test("events stay where they are while a backup reads the database", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const ctx = shop.ctx();
  await commit(ctx.db, recordEvents(ctx, { userId, kinds: ["customer"] }));
  await commit(ctx.db, recordEvents(ctx, { userId: await shop.createUser(), kinds: ["customer"] }));
  await env.DB.prepare("DELETE FROM cursors WHERE name LIKE 'feed-archive:%'").run();
  const start = Date.now() + 1000 * DAY;
  const run = (at: number) => archiveFeed(shop.ctx(undefined, at), { chunks: 1000, minimum: 1 });
  await run(start);
  const later = start + 8 * DAY;
  const pause = env.DB.prepare("INSERT INTO packing_pauses (until) VALUES (?)").bind(later + 1);
  await pause.run();
  await run(later);
  expect(await countRows(userId)).toBe(1);
  // A backup that begins while a chunk is written aborts the batch that would delete the rows.
  await env.DB.prepare("DELETE FROM packing_pauses").run();
  const put = vi.spyOn(env.FILES, "put").mockImplementationOnce(async () => {
    await pause.run();
    return {} as R2Object;
  });
  await expect(run(later)).rejects.toThrow("datatype mismatch");
  put.mockRestore();
  expect(await countRows(userId)).toBe(1);
  await run(later + 1);
  expect(await countRows(userId)).toBe(0);
});

test("what is kept of an archived object is the same in every release, or all would be recorded again", async () => {
  const times = { createdAt: "2026-01-02T03:04:05.678Z", expiresAt: null };
  const events: [type: string, object: object, kept: object][] = [
    [
      "customer.created",
      { id: "usr_1", name: "Zoë", email: null, emailVerified: true, status: "active", ...times },
      { name: "Zoë" },
    ],
    [
      "customer.updated",
      { id: "usr_1", emailVerified: false, status: "disabled", identities: [{ issuer: "a" }] },
      { emailVerified: false, status: "disabled", identities: [{ issuer: "a" }] },
    ],
    [
      "checkout.completed",
      {
        id: "chk_1",
        priceId: "prc_1",
        quantity: 2,
        status: "complete",
        orderId: "ord_1",
        metadata: {},
      },
      { status: "complete" },
    ],
    [
      "order.paid",
      {
        id: "ord_1",
        productId: "prd_1",
        status: "paid",
        totalMinor: 2900,
        taxMinor: 0,
        quantity: 1,
      },
      { status: "paid", totalMinor: 2900 },
    ],
    [
      "order.refunded",
      { currency: "usd", discountMinor: 5, refundedMinor: 7, quantity: 2, metadata: { a: "b" } },
      { discountMinor: 5, refundedMinor: 7, quantity: 2, metadata: { a: "b" } },
    ],
    [
      "subscription.updated",
      { id: "sub_1", customerId: "usr_1", items: [{ priceId: null }], pause: null, linkId: null },
      { items: [{ priceId: null }] },
    ],
    [
      "gift.created",
      { id: "cmp_1", customerId: "usr_1", productId: "prd_1", quantity: 1, note: "", endsAt: null },
      { customerId: "usr_1", quantity: 1, note: "" },
    ],
    [
      "closure.created",
      { orderId: "ord_1", userId: "usr_1", customerDeletedAt: 7 },
      { customerDeletedAt: 7 },
    ],
    [
      "grant.created",
      {
        id: "grt_1",
        sourceType: "order",
        quantity: 1,
        reason: "order_paid",
        endsAt: 8,
        grantedAt: 7,
      },
      {},
    ],
    [
      "grant.revoked",
      { quantity: 3, reason: "refunded", revokedAt: 9 },
      { quantity: 3, reason: "refunded", revokedAt: 9 },
    ],
    [
      "license.created",
      {
        id: "lic_1",
        key: "K",
        grantId: "grt_1",
        status: "granted",
        activationCount: 0,
        activations: [],
        uses: 4,
        row: { keyHash: "h", origin: "generated", isInStock: 0 },
      },
      { grantId: "grt_1", status: "granted", row: { isInStock: 0 } },
    ],
    [
      "entitlement.granted",
      {
        customerId: "usr_1",
        feature: "export",
        allowed: true,
        limit: null,
        because: [{ source: "order", id: "ord_1", reason: "order_paid", limit: null, until: null }],
      },
      { allowed: true, because: [{ id: "ord_1", reason: "order_paid" }] },
    ],
  ];
  const { results } = await env.DB.prepare(
    `SELECT ${changeableOfEvent("e")} AS kept
     FROM (SELECT value ->> '$[0]' AS type, value ->> '$[1]' AS data FROM json_each(?)) e`,
  )
    .bind(JSON.stringify(events))
    .all<{ kept: string }>();
  expect(results.map(({ kept }) => JSON.parse(kept) as unknown)).toEqual(
    events.map(([, , kept]) => kept),
  );
});
