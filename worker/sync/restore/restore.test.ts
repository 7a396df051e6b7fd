import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";
import { importLicenses } from "../../admin/licenses/import-licenses.ts";
import { setLicenseDisabled } from "../../delivery/licenses/set-license-disabled.ts";
import { commit } from "../../db/client.ts";
import { orders } from "../../db/schema/billing.ts";
import { feedEvents } from "../../db/schema/feed.ts";
import { grants } from "../../db/schema/grants.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import { deleteAccount } from "../../account/delete-account.ts";
import { mergeAccounts } from "../../admin/customers/merge-accounts.ts";
import { syncCustomer } from "../../admin/customers/sync-customer.ts";
import { rotateLicense } from "../../delivery/licenses/rotate-license.ts";
import { newId } from "../../lib/ids.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { claimLicense } from "../../shop/library/claim-license.ts";
import { deleteMirroredRows } from "../../testing/fixtures/delete-mirrored-rows.ts";
import { findCostlySteps } from "../../testing/database/query-plans.ts";
import { readObjects } from "../../testing/clients/feed.ts";
import {
  buyLicense,
  createDeviceClient,
  findLicenseInLibrary,
  giveLicense,
} from "../../testing/fixtures/licenses.ts";
import { archiveAllOf } from "../../testing/fixtures/archive-feed.ts";
import { loseRows } from "../../testing/fixtures/lose-rows.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { openTestShop, sessionIdOf } from "../../testing/shop.ts";
import { continueFeedWalk, restartFeedWalk } from "../feed/walk-feed.ts";
import { startOutageMode, endOutageMode } from "../sweeps/outage-mode.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { restoreTexts } from "./store.ts";

test.each([
  ["in the database", false],
  ["archived", true],
])(
  "a rebuild gives a buyer the same order, subscription and keys from a feed %s",
  async (_, isArchived) => {
    const shop = openTestShop();
    const order = await buyLicense(shop, { activationLimit: 2 });
    const subscription = await buyLicense(shop, {}, { prices: [monthly] });
    const device = createDeviceClient(shop);
    await device("activate", { key: order.key, fingerprint: "mac", label: "Mac" });
    for (const { userId, key } of [order, subscription]) {
      const before = await readObjects(shop, userId);
      if (isArchived) await archiveAllOf(shop, userId);
      await loseRows(shop, userId);
      expect((await readObjects(shop, userId)).size).toBeLessThan(before.size);
      await runRebuild(shop);
      expect(await readObjects(shop, userId)).toEqual(before);
      expect(await device("validate", { key })).toMatchObject({ code: "VALID" });
    }
    expect(await device("validate", { key: order.key, fingerprint: "mac" })).toMatchObject({
      code: "VALID",
      activation: { label: "Mac" },
    });
  },
);

test("a rebuild leaves keys from the stock, claimed keys and disabled keys as they were", async () => {
  const shop = openTestShop();
  const device = createDeviceClient(shop);
  const [firstKey, secondKey, ownKey] = [1, 2, 3].map(() => crypto.randomUUID());
  const stock = await buyLicense(shop, { isFromStock: true });
  await importLicenses(shop.ctx(), {
    benefitId: stock.benefitId,
    csv: `key\n${firstKey}\n${secondKey}`,
    handOut: true,
  });
  const assigned = (await findLicenseInLibrary(shop, stock.userId))?.license?.key;
  const left = [firstKey, secondKey].filter((key) => key !== assigned);
  expect(left).toHaveLength(1);

  const { benefitId } = await giveLicense(shop);
  await importLicenses(shop.ctx(), { benefitId, csv: `key\n${ownKey}`, handOut: false });
  const claimer = await shop.createUser();
  await claimLicense(shop.asUser(claimer), { key: ownKey! });

  const disabled = await buyLicense(shop);
  const [disabledRow] = await shop
    .ctx()
    .db.select()
    .from(licenseKeys)
    .where(eq(licenseKeys.userId, disabled.userId));
  const owner = shop.asUser(disabled.userId, Date.now(), "owner");
  await setLicenseDisabled(owner, { id: disabledRow!.id, isDisabled: true });

  for (const userId of [stock.userId, claimer, disabled.userId]) await loseRows(shop, userId);
  await runRebuild(shop);
  expect((await findLicenseInLibrary(shop, stock.userId))?.license?.key).toBe(assigned);
  expect(await device("validate", { key: assigned })).toMatchObject({ code: "VALID" });
  expect(await device("validate", { key: ownKey })).toMatchObject({ code: "VALID" });
  expect(await device("validate", { key: disabled.key })).toMatchObject({ code: "DISABLED" });
  // The next buyer gets the key that nobody has.
  const { db } = shop.ctx();
  const rows = await db
    .select()
    .from(licenseKeys)
    .where(eq(licenseKeys.benefitId, stock.benefitId));
  expect(rows.filter(({ isInStock }) => isInStock).map(({ key }) => key)).toEqual(left);
});

test("after a rebuild a returned second payment is still one, and a closed order stays closed", async () => {
  const shop = openTestShop();
  const sold = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  const priceId = sold.prices[0]!.id;
  const first = await openCheckout(shop.asUser(userId), { priceId });
  const { db, stripe } = shop.ctx();
  // The same purchase in a second tab.
  const session = await stripe.checkout.sessions.retrieve(sessionIdOf(first.url), {
    expand: ["line_items"],
  });
  const second = await stripe.checkout.sessions.create({
    mode: "payment",
    customer: String(session.customer),
    line_items: [{ price: session.line_items!.data[0]!.price!.id, quantity: 1 }],
    metadata: session.metadata!,
    success_url: session.success_url!,
  });
  await shop.pay(first.url);
  await shop.pay(second.url!);
  const [customer] = await customersOf(userId);
  for (let run = 0; run < 3; run++)
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
  // Both were bought in the same second, so the list has them in any order.
  const list = async () =>
    (await listOrders(shop.ctx(), { userId })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const before = await list();
  expect(before.map(({ status }) => status).toSorted()).toEqual(["paid", "refunded"]);
  expect(before.filter(({ duplicateOf }) => duplicateOf !== null)).toHaveLength(1);
  await loseRows(shop, userId);
  await runRebuild(shop);
  expect(await list()).toEqual(before);

  await stripe.customers.del(String(session.customer));
  await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
  const closed = await list();
  expect(closed.every(({ customerDeletedAt }) => customerDeletedAt !== null)).toBe(true);
  await loseRows(shop, userId);
  await runRebuild(shop);
  expect(await list()).toEqual(closed);
  expect(await listGrantsInForce(shop.ctx(), { userId })).toEqual([]);

  async function customersOf(id: string) {
    const { results } = await db.$client
      .prepare("SELECT id FROM customers WHERE user_id = ?")
      .bind(id)
      .all<{ id: string }>();
    return results;
  }
});

test("an order whose row alone was lost gets its id back at the next sync, and keeps its key", async () => {
  const shop = openTestShop();
  const { userId, sync, key } = await buyLicense(shop);
  const { db } = shop.ctx();
  const before = await readObjects(shop, userId);
  await commit(db, [db.delete(orders).where(eq(orders.userId, userId))]);
  await sync();
  expect(await readObjects(shop, userId)).toEqual(before);
  expect(await createDeviceClient(shop)("validate", { key })).toMatchObject({ code: "VALID" });
});

test("a rebuild gives the grants of a gift back to a user who never paid", async () => {
  const shop = openTestShop();
  const { userId, key } = await giveLicense(shop);
  const plain = await shop.createUser();
  const { id: productId } = await shop.createDraftProduct({});
  await createGift(shop.ctx(), { userId: plain, productId, note: "A gift" });
  const { db } = shop.ctx();
  for (const id of [userId, plain]) await loseRows(shop, id);
  // The history of this one was lost, too.
  await commit(db, [db.delete(feedEvents).where(eq(feedEvents.userId, plain))]);
  await runRebuild(shop);
  expect(await createDeviceClient(shop)("validate", { key })).toMatchObject({ code: "VALID" });
  expect(await listGrantsInForce(shop.ctx(), { userId: plain })).toHaveLength(1);
});

test("a database that lost a purchase, its key and their history gets the same ids and key from Stripe", async () => {
  const shop = openTestShop();
  const { userId, key } = await buyLicense(shop);
  const { db } = shop.ctx();
  const before = await listGrantsInForce(shop.ctx(), { userId });
  await deleteMirroredRows(shop, userId);
  await commit(db, [db.delete(feedEvents).where(eq(feedEvents.userId, userId))]);
  await runRebuild(shop);
  expect(await listGrantsInForce(shop.ctx(), { userId })).toEqual(before);
  expect((await findLicenseInLibrary(shop, userId))?.license?.key).toBe(key);
});

test("a grant whose order no longer exists is revoked by the next sync, but not in outage mode", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, {
    benefits: [{ type: "feature", name: "Export", settings: { key: "export" } }],
  });
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await sync();
  const { db } = shop.ctx();
  await commit(db, [
    db
      .update(grants)
      .set({ id: newId("grt", 0), sourceId: newId("ord", 0) })
      .where(eq(grants.userId, userId)),
    db.delete(orders).where(eq(orders.userId, userId)),
    db.delete(feedEvents).where(eq(feedEvents.userId, userId)),
  ]);
  const reasons = async () =>
    (await db.select().from(grants).where(eq(grants.userId, userId)))
      .map((row) => [row.reason, row.revokedAt === null])
      .toSorted();
  await startOutageMode(shop.ctx());
  await sync();
  expect(await reasons()).toEqual([
    ["order_paid", true],
    ["order_paid", true],
  ]);
  await endOutageMode(shop.ctx());
  await sync();
  expect(await reasons()).toEqual([
    ["order_paid", true],
    ["source_missing", false],
  ]);
  // The team sees it, once.
  await sync();
  const { incidents } = await showDriftReport(shop.ctx());
  expect(
    incidents.filter(({ customerId: id }) => id === customerId).map(({ kind }) => kind),
  ).toEqual(["missing_source"]);
});

test("a sync of one Stripe customer, and a gift, leave the grants of other purchases alone", async () => {
  const shop = openTestShop();
  const bought = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  const { userId } = bought;
  const { id: productId } = await shop.createDraftProduct({});
  await createGift(shop.ctx(), { userId, productId, note: "A gift" });
  expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(2);
  await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(2);
});

test("a rebuild returns lost license keys: drawn, imported, claimed, replaced, of merged accounts", async () => {
  const shop = openTestShop();
  const { db } = shop.ctx();
  const device = createDeviceClient(shop);
  const idOf = (userId: string) => findLicenseInLibrary(shop, userId).then((it) => it!.license!.id);
  const terms = { activationLimit: 2, perSeat: true, usesLimit: 9, expiresAfterDays: 30 };

  // Replaced, disabled, with a device that has notes, and with counted uses.
  const drawn = await buyLicense(shop, { ...terms, isNamed: true });
  await rotateLicense(shop.asUser(drawn.userId), { id: await idOf(drawn.userId) });
  const { key } = (await findLicenseInLibrary(shop, drawn.userId))!.license!;
  await device("validate", { key, uses: 2 });
  await device("activate", {
    key,
    fingerprint: "mac",
    label: "Mac",
    meta: { os: "mac", cores: 8 },
  });
  await device("activate", { key, fingerprint: "pc" });
  const owner = shop.asUser(drawn.userId, Date.now(), "owner");
  await setLicenseDisabled(owner, { id: await idOf(drawn.userId), isDisabled: true });

  const stock = await buyLicense(shop, { isFromStock: true });
  const [first, second, claimed, unclaimed, disabled] = Array.from({ length: 5 }, () =>
    crypto.randomUUID(),
  );
  await importLicenses(shop.ctx(), {
    benefitId: stock.benefitId,
    csv: `key,licensee\n${first},Ann\n${second},`,
    handOut: true,
  });
  const assigned = (await findLicenseInLibrary(shop, stock.userId))!.license!.key;
  const { benefitId } = await giveLicense(shop);
  await importLicenses(shop.ctx(), {
    benefitId,
    csv: `key,expires_at\n${claimed},\n${unclaimed},2099-01-01\n${disabled},`,
    handOut: false,
  });
  const claimer = await shop.createUser();
  await device("activate", { key: claimed, fingerprint: "old" });
  await claimLicense(shop.asUser(claimer), { key: claimed! });
  await device("activate", { key: unclaimed, fingerprint: "mine", label: "Mine" });
  const [disabledRow] = await db
    .select()
    .from(licenseKeys)
    .where(eq(licenseKeys.keyHash, hashLicenseKey(disabled!)));
  await setLicenseDisabled(owner, { id: disabledRow!.id, isDisabled: true });

  const merged = await buyLicense(shop);
  const into = await shop.createUser();
  const admin = await createSignedInUser({ role: "admin" });
  await mergeAccounts(shop.asUser(admin.userId), { fromId: merged.userId, intoId: into });
  while (shop.queued.length > 0) await shop.processQueue();

  const benefitIds = [drawn.benefitId, stock.benefitId, benefitId, merged.benefitId];
  const ofTest = inArray(licenseKeys.benefitId, benefitIds);
  const read = async () => ({
    keys: await db.select().from(licenseKeys).where(ofTest).orderBy(licenseKeys.id),
    devices: await db
      .select()
      .from(activations)
      .where(
        inArray(
          activations.licenseKeyId,
          db.select({ id: licenseKeys.id }).from(licenseKeys).where(ofTest),
        ),
      )
      .orderBy(activations.id),
  });
  const users = [drawn.userId, stock.userId, claimer, into];
  const countEvents = () => db.$count(feedEvents, inArray(feedEvents.userId, users));
  const [before, eventCount] = [await read(), await countEvents()];
  expect(before.keys).toHaveLength(9);
  expect(before.devices).toHaveLength(4);

  await commit(db, [db.delete(licenseKeys).where(ofTest)]);
  for (const userId of users) await loseRows(shop, userId);
  expect((await read()).keys).toEqual([]);
  await runRebuild(shop);
  expect(await read()).toEqual(before);
  expect(await countEvents()).toBe(eventCount);
  expect(await device("validate", { key })).toMatchObject({ code: "DISABLED" });
  expect(await device("validate", { key: assigned })).toMatchObject({ code: "VALID" });
  expect(await device("validate", { key: unclaimed, fingerprint: "mine" })).toMatchObject({
    code: "VALID",
    activation: { label: "Mine" },
  });
});

test("a rebuild does not return the keys of a deleted account, nor keys from the stock that it had", async () => {
  const shop = openTestShop();
  const { db } = shop.ctx();
  const stock = await buyLicense(shop, { isFromStock: true });
  const key = crypto.randomUUID();
  const csv = `key,licensee\n${key},Somebody Unique`;
  await importLicenses(shop.ctx(), { benefitId: stock.benefitId, csv, handOut: true });
  expect((await findLicenseInLibrary(shop, stock.userId))?.license?.key).toBe(key);
  await deleteAccount(shop.asUser(stock.userId));
  await runRebuild(shop);
  const ofBenefit = eq(licenseKeys.benefitId, stock.benefitId);
  expect(await db.select().from(licenseKeys).where(ofBenefit)).toEqual([]);
  const count = db.$count(
    feedEvents,
    sql`instr(data, ${key}) + instr(data, 'Somebody Unique') > 0`,
  );
  expect(await count).toBe(0);
});

describe("one lost license key", () => {
  async function loseKey() {
    const shop = openTestShop();
    const bought = await buyLicense(shop);
    await createDeviceClient(shop)("activate", { key: bought.key, fingerprint: "mac" });
    const { db } = shop.ctx();
    const read = () => db.select().from(licenseKeys).where(eq(licenseKeys.userId, bought.userId));
    const before = await read();
    await commit(db, [db.delete(licenseKeys).where(eq(licenseKeys.userId, bought.userId))]);
    return { ...bought, shop, db, read, before };
  }

  test("“Sync now” returns it, with its device, and says so", async () => {
    const { shop, userId, read, before, key } = await loseKey();
    const team = shop.asUser(userId, Date.now(), "owner");
    expect(await syncCustomer(team, { userId })).toEqual({
      isAtStripe: true,
      changes: [{ kind: "license_keys", count: 1 }],
    });
    expect(await read()).toEqual(before);
    expect(await createDeviceClient(shop)("validate", { key, fingerprint: "mac" })).toMatchObject({
      code: "VALID",
      activation: { fingerprint: "mac" },
    });
  });

  test("the nightly walk returns it", async () => {
    const { shop, read, before } = await loseKey();
    const ctx = shop.ctx();
    await commit(ctx.db, [restartFeedWalk(ctx)]);
    await continueFeedWalk(ctx, { pages: Infinity });
    expect(await read()).toEqual(before);
  });

  test("it is derived again if its history is lost, too, also that of a gift", async () => {
    const bought = await loseKey();
    const gift = await giveLicense(bought.shop);
    const userIds = [bought.userId, gift.userId];
    await commit(bought.db, [
      bought.db.delete(licenseKeys).where(eq(licenseKeys.userId, gift.userId)),
      bought.db.delete(feedEvents).where(inArray(feedEvents.userId, userIds)),
    ]);
    await runRebuild(bought.shop);
    for (const { userId, key } of [bought, gift])
      expect((await findLicenseInLibrary(bought.shop, userId))?.license?.key).toBe(key);
  });
});

test.each(restoreTexts.map((sql) => [/(?:INTO|UPDATE) (\w+)/.exec(sql)![1]!, sql] as const))(
  "restoring rows of %s reads only the rows of the given users",
  async (_, sql) => {
    const costly = await findCostlySteps({ sql, values: ["test", '["usr_1"]'] });
    const isSmall = /^(SCAN|USE TEMP B-TREE).*\b(newest|lost|found|GROUP BY|item)/;
    // SQLite looks for rows that refer to a new grant only within a transaction that defers foreign keys.
    const others = costly.filter((step) => !isSmall.test(step) && step !== "SCAN license_keys");
    expect(others).toEqual([]);
  },
);
