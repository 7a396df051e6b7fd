import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MINUTE } from "../lib/time.ts";
import {
  createSignedInUser,
  openBrowser,
  SESSION_COOKIE,
  signInAs,
} from "../testing/clients/sign-in.ts";
import { openTestShop } from "../testing/shop.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { createGift } from "../gifts/create-gift.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { removeDevice } from "../admin/licenses/remove-device.ts";
import { createDeviceClient, giveLicense } from "../testing/fixtures/licenses.ts";
import { tablesOfUsers } from "./store.ts";
import { deleteAccount, type AccountDeletionPreview } from "./delete-account.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { endSubscriptionForUser } from "../billing/change-subscription-for-user.ts";
import { addTag, removeTag } from "../admin/customers/tags.ts";
import { listAuditEntries } from "../audit/list-audit-entries.ts";

afterEach(() => void vi.useRealTimers());

const deleteRequest = { method: "DELETE" };

/** Returns a signed-in user of a new shop who has bought a membership and a one-time product. */
async function createPayingUser({ trialDays = 0 } = {}) {
  const shop = openTestShop();
  const user = await createSignedInUser({ env: shop.env, name: "Mia Member" });
  const membership = await shop.createPublishedProduct({
    name: "Membership",
    prices: [
      {
        type: "recurring",
        interval: "month",
        intervalCount: 1,
        amountMinor: 900,
        currency: "usd",
        trialDays,
      },
    ],
  });
  const product = await shop.createPublishedProduct({});
  for (const { prices } of [membership, product]) {
    const { url } = await openCheckout(shop.asUser(user.userId), { priceId: prices[0]?.id ?? "" });
    await shop.pay(url ?? "");
  }
  const customerId = await env.DB.prepare("SELECT id FROM customers WHERE user_id = ?")
    .bind(user.userId)
    .first<string>("id");
  await syncStripeCustomer(shop.ctx(), { customerId: customerId ?? "", force: true });
  return { shop, user, customerId };
}

const queryRows = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results;

describe("the export", () => {
  test("the export is one file with the purchases", async () => {
    const { user } = await createPayingUser();
    const response = await user.fetch("/api/me/account/export");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const file = await response.json<Record<string, Record<string, unknown>[]>>();
    expect(file.user).toMatchObject({ id: user.userId, name: "Mia Member" });
    expect(file.orders).toHaveLength(1);
    expect(file.subscriptions).toHaveLength(1);
    expect(file.subscriptionItems).toHaveLength(1);
    expect(file.grants).toHaveLength(2);
    expect(file.checkouts).toHaveLength(2);
  });

  test("the export includes every table with rows of a user that is not the shop's own", async () => {
    const file = await (
      await createSignedInUser()
    ).json<Record<string, unknown>>("/api/me/account/export");
    // A delivery says only that an event was sent to the seller's program, a chunk where it is archived, and the newest
    // state what the file's events say. Notes, entries of the audit log, alerts and figures are the team's own.
    const left = Object.keys(tablesOfUsers).filter((name) => !(name in file));
    expect(left.toSorted()).toEqual([
      "auditEntries",
      // Calculated from what the export has.
      "customerFigures",
      "customerNotes",
      "customerProducts",
      "customerTags",
      "emailTokens",
      "feedChunkUsers",
      "feedErasures",
      "feedNewest",
      "incidents",
      "invitations",
      "mrrMovements",
      "mrrSteps",
      "paymentAlerts",
      // The export has the payments themselves.
      "paymentPacks",
      "staleCustomers",
      "webhookDeliveries",
    ]);
  });

  test("the export contains no secrets and no other user's data", async () => {
    const [other, user] = [
      await createSignedInUser({ name: "Somebody Else" }),
      await createSignedInUser(),
    ];
    const text = await (await user.fetch("/api/me/account/export")).text();
    expect(text).not.toMatch(/hash|token|lease/i);
    expect(text).not.toContain("Somebody Else");
    expect(text).not.toContain(other.userId);
  });
});

/** The tables with a user, a Stripe customer or an email in a column, and those that refer to one of them. */
async function listTablesOfUsers(): Promise<string[]> {
  const files = import.meta.glob<Record<string, unknown>>("../db/schema/*.ts");
  const modules = await Promise.all(Object.values(files).map((load) => load()));
  const tables = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table));
  const found = new Set(
    tables
      .filter(({ columns }) =>
        columns.some(({ name }) => ["user_id", "customer_id", "email"].includes(name)),
      )
      .map(({ name }) => name),
  );
  const refersToFound = ({ foreignKeys }: (typeof tables)[number]) =>
    foreignKeys.some((key) => found.has(getTableName(key.reference().foreignTable)));
  for (let count = -1; count < found.size;) {
    count = found.size;
    for (const table of tables) if (refersToFound(table)) found.add(table.name);
  }
  return [...found];
}

test("every table with rows of users says what happens to them", async () => {
  const found = await listTablesOfUsers();
  expect(found).toEqual(expect.arrayContaining(["orders", "subscription_items", "mrr_steps"]));
  // Two users can have to do with a row, such as the buyer of a gift and whoever has it.
  const declared = new Set([
    "users",
    ...Object.values(tablesOfUsers).map(({ table }) => getTableName(table)),
  ]);
  // The audit log is about everything, so its columns don't say whose rows they are.
  expect([...found, "audit_entries"].toSorted()).toEqual([...declared].toSorted());
});

describe("deleting the account", () => {
  test("the deletion shows beforehand what will happen", async () => {
    const { user } = await createPayingUser();
    expect(await user.json<AccountDeletionPreview>("/api/me/account/deletion")).toEqual({
      subscriptionsToCancel: [
        { id: expect.any(String), productName: "Membership", paidUntil: expect.any(Number) },
      ],
      keptOrderCount: 1,
      isLastOwner: false,
    });
  });

  test("the deletion page shows beforehand that nothing was paid for a trial", async () => {
    const { user } = await createPayingUser({ trialDays: 14 });
    const preview = await user.json<AccountDeletionPreview>("/api/me/account/deletion");
    expect(preview.subscriptionsToCancel).toMatchObject([
      { productName: "Membership", paidUntil: null },
    ]);
  });

  test("a deletion ends the subscription at Stripe, signs out everywhere and keeps the order anonymously", async () => {
    const { shop, user, customerId } = await createPayingUser();
    expect((await user.fetch("/api/me/account", deleteRequest)).status).toBe(204);
    expect(user.jar.has(SESSION_COOKIE)).toBe(false);

    const [subscription] = (await shop.ctx().stripe.subscriptions.list({ status: "all" })).data;
    expect(subscription?.status).toBe("canceled");
    expect(
      await queryRows("SELECT name, email, image, status FROM users WHERE id = ?", user.userId),
    ).toEqual([{ name: null, email: null, image: null, status: "deleted" }]);
    expect(await queryRows("SELECT id FROM orders WHERE user_id = ?", user.userId)).toHaveLength(1);
    for (const table of ["identities", "sessions", "grants", "link_intents"]) {
      expect(await queryRows(`SELECT * FROM ${table} WHERE user_id = ?`, user.userId)).toEqual([]);
    }
    expect(await queryRows("SELECT email FROM customers WHERE id = ?", customerId)).toEqual([
      { email: null },
    ]);
  });

  test("a deletion removes gifts, keys, devices, downloads and emails, and no later sync restores them", async () => {
    const { shop, user, customerId } = await createPayingUser();
    const { userId } = user;
    const { id: productId } = await shop.createPublishedProduct({});
    await createGift(shop.ctx(), { userId, productId, note: "For Mia’s review" });
    const [grant] = await queryRows("SELECT id, benefit_id FROM grants WHERE user_id = ?", userId);
    const insert = (query: string, ...values: unknown[]) => env.DB.prepare(query).bind(...values);
    const own = (id: string) => `${id}_${userId}`;
    await env.DB.batch([
      insert(
        "INSERT INTO license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, licensee, created_at, rotated_at) VALUES (?1, ?2, ?3, ?4, ?1, ?1, 'generated', 'Mia Member', 0, 1)",
        own("lic"),
        grant?.benefit_id,
        userId,
        grant?.id,
      ),
      insert(
        "INSERT INTO activations (id, license_key_id, fingerprint, label, meta, created_at, last_seen_at) VALUES (?1, ?2, 'f', 'Mia’s laptop', '{}', 0, 0)",
        own("act"),
        own("lic"),
      ),
      insert(
        "INSERT INTO files (id, benefit_id, name, created_at) VALUES (?1, ?2, 'A file', 0)",
        own("fil"),
        grant?.benefit_id,
      ),
      insert(
        "INSERT INTO file_versions (id, file_id, number, file_name, content_type, size, sha256, r2_key, created_at) VALUES (?1, ?2, 1, 'a', 'b', 1, 'c', ?1, 0)",
        own("fiv"),
        own("fil"),
      ),
      insert("INSERT INTO downloads VALUES (?1, ?2, 1, 0, 0)", userId, own("fiv")),
      insert(
        "INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, status, next_attempt_at, created_at) VALUES (?1, ?2, 'purchase', ?1, 'ord_1', 'sent', 0, 0)",
        own("mal"),
        userId,
      ),
    ]);
    const tables = ["gifts", "grants", "license_keys", "downloads", "emails"];
    const left = async () => {
      const counted = tables.map((table) =>
        queryRows(`SELECT * FROM ${table} WHERE user_id = ?`, userId),
      );
      const named = queryRows("SELECT * FROM activations WHERE id = ?", own("act"));
      return (await Promise.all([...counted, named])).flat();
    };
    expect((await left()).length).toBeGreaterThanOrEqual(tables.length + 1);
    const file = await user.json<Record<string, unknown[]>>("/api/me/account/export");
    for (const name of ["gifts", "licenseKeys", "activations", "downloads", "emails"])
      expect([name, file[name]?.length ?? 0]).not.toEqual([name, 0]);

    await user.fetch("/api/me/account", deleteRequest);
    expect(await left()).toEqual([]);
    await syncStripeCustomer(shop.ctx(), { customerId: customerId ?? "", force: true });
    expect(await left()).toEqual([]);
  });

  test("detaches the cards at Stripe and empties the customer there, but keeps the invoices", async () => {
    const { shop, user } = await createPayingUser();
    const { stripe } = shop.ctx();
    const [customer] = (await stripe.customers.list()).data;
    const cards = async () => (await stripe.customers.listPaymentMethods(customer!.id)).data.length;
    const invoices = async () =>
      (await stripe.invoices.list({ customer: customer!.id })).data.length;
    await stripe.customers.update(customer!.id, { name: "Mia Member", phone: "+1 555 0100" });
    const invoicesBefore = await invoices();
    expect([await cards(), invoicesBefore]).toEqual([expect.any(Number), 2]);
    expect(await cards()).toBeGreaterThan(0);
    expect((await user.fetch("/api/me/account", deleteRequest)).status).toBe(204);
    expect([await cards(), await invoices()]).toEqual([0, invoicesBefore]);
    expect(await stripe.customers.retrieve(customer!.id)).toMatchObject({
      name: null,
      email: null,
      phone: null,
    });
  });

  test("a deletion removes nothing if Stripe doesn't detach the card", async () => {
    const { shop, user } = await createPayingUser();
    const match = "POST /v1/payment_methods/*";
    await shop.control("faults", { match, times: 10, status: 500 });
    const response = await user.fetch("/api/me/account", deleteRequest);
    expect(await response.json()).toMatchObject({ code: "stripe_unavailable" });
    expect(await user.json("/api/me")).toMatchObject({ user: { name: "Mia Member" } });
  });

  test("a deletion removes payloads of events, also of those that come later or came before a match", async () => {
    const { shop, user, customerId } = await createPayingUser();
    const email = `${user.userId}@example.com`;
    const later = await shop.events();
    const first = later.find(({ type }) => type === "checkout.session.completed");
    await shop.deliver(first!);
    await env.DB.prepare(
      "UPDATE events SET customer_id = NULL, dirty_seq = NULL, status = 'ignored' WHERE id = ?",
    )
      .bind(first!.id)
      .run();
    expect((await user.fetch("/api/me/account", deleteRequest)).status).toBe(204);
    // Among them are those that the deletion itself causes; they contain the former email.
    const caused = (await shop.events()).filter(({ type }) => type === "customer.updated");
    expect(JSON.stringify(caused)).toContain(email);
    for (const event of [...later, ...caused]) await shop.deliver(event);
    await shop.processQueue();
    const rows = await queryRows(
      "SELECT payload_removed_at FROM events WHERE customer_id = ? OR id = ?",
      customerId,
      first!.id,
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(row).toEqual({ payload_removed_at: expect.any(Number) });
    expect(
      await queryRows(
        "SELECT position AS id FROM event_payloads WHERE payload LIKE ?1 UNION ALL SELECT id FROM events WHERE payload LIKE ?1",
        `%${email}%`,
      ),
    ).toEqual([]);
  });

  test("deleting the account removes only this user's devices and invitations from the audit log", async () => {
    const shop = openTestShop();
    const users = [await giveLicense(shop), await giveLicense(shop)];
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    for (const { key, userId } of users) {
      const device = { key, fingerprint: `print-${userId}`, label: `Laptop of ${userId}` };
      await createDeviceClient(shop)("activate", device);
      const [row] = await queryRows(
        "SELECT a.id, license_key_id FROM activations a WHERE label = ?",
        device.label,
      );
      await removeDevice(shop.asUser(owner.userId), {
        id: String(row?.id),
        licenseKeyId: String(row?.license_key_id),
      });
      await owner.fetch("/api/admin/team", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: `invited-${userId}@example.com`, role: "support" }),
      });
    }
    const [gone, other] = users.map(({ userId }) => userId);
    await env.DB.prepare("UPDATE users SET email = ?, email_verified = 1 WHERE id = ?")
      .bind(`invited-${gone}@example.com`, gone)
      .run();
    const entriesAbout = (userId: string | undefined) =>
      queryRows(
        "SELECT id FROM audit_entries WHERE before || after LIKE ?1 OR before LIKE ?1 OR after LIKE ?1",
        `%${userId}@%`,
      );
    const devicesOf = (userId: string | undefined) =>
      queryRows("SELECT id FROM audit_entries WHERE before LIKE ?", `%print-${userId}%`);
    const invitationsOf = (userId: string | undefined) =>
      queryRows("SELECT id FROM invitations WHERE email = ?", `invited-${userId}@example.com`);
    const left = async (userId: string | undefined) =>
      [await devicesOf(userId), await entriesAbout(userId), await invitationsOf(userId)].map(
        (rows) => rows.length,
      );
    expect(await left(gone)).toEqual([1, 1, 1]);
    await deleteAccount(shop.asUser(gone!));
    expect(await left(gone)).toEqual([0, 0, 0]);
    expect(await left(other)).toEqual([1, 1, 1]);
  });

  test("tags are removed from the audit log with their customer, and that there was one stays", async () => {
    const shop = openTestShop();
    const [gone, other] = [await shop.createUser(), await shop.createUser()];
    const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
    for (const userId of [gone, other]) {
      await addTag(team, { userId, tag: "difficult" });
      await removeTag(team, { userId, tag: "difficult" });
    }
    await deleteAccount(shop.asUser(gone));
    const entriesOf = (userId: string) =>
      queryRows(
        "SELECT action, before, after FROM audit_entries WHERE target_id = ? AND action LIKE 'tag.%' ORDER BY action",
        userId,
      );
    const empty = { before: "{}", after: "{}" };
    expect(await entriesOf(gone)).toEqual([
      { action: "tag.added", ...empty },
      { action: "tag.removed", ...empty },
    ]);
    const tag = JSON.stringify({ tag: "difficult" });
    expect(await entriesOf(other)).toMatchObject([{ after: tag }, { before: tag }]);
  });

  test("why the team changed a subscription is removed with its user, and what they did stays", async () => {
    const shop = openTestShop();
    const gone = await subscribe(shop);
    const other = await subscribe(shop);
    const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
    const reason = "Ann asked by phone";
    for (const { id } of [gone, other]) await endSubscriptionForUser(team, { id, reason });
    await deleteAccount(gone.userContext());
    const entryOf = async ({ id }: { id: string }) =>
      (await listAuditEntries(team, { targetId: id })).items[0];
    expect(await entryOf(gone)).toMatchObject({ action: "subscription.ended", after: {} });
    expect((await entryOf(gone))?.after).not.toHaveProperty("reason");
    expect(await entryOf(other)).toMatchObject({ after: { reason } });
  });

  test("after a deletion, the same person can sign up again as a new user", async () => {
    const before = await signInAs("leaving@example.com");
    const { user } = await before.json<{ user: { id: string } }>("/api/me");
    const elsewhere = openBrowser({ jar: new Map(before.jar) });
    await before.fetch("/api/me/account", deleteRequest);
    expect(await elsewhere.json("/api/me")).toEqual({ user: null });
    const after = await (
      await signInAs("leaving@example.com")
    ).json<{ user: { id: string } }>("/api/me");
    expect(after.user.id).not.toBe(user.id);
  });

  test("the account of the last owner cannot be deleted", async () => {
    await env.DB.prepare("UPDATE users SET role = 'buyer'").run();
    const owner = await createSignedInUser({ role: "owner" });
    expect(await owner.json("/api/me/account/deletion")).toMatchObject({ isLastOwner: true });
    const response = await owner.fetch("/api/me/account", deleteRequest);
    expect(await response.json()).toMatchObject({ code: "last_owner" });
    expect(await owner.json("/api/me")).toMatchObject({ user: { role: "owner" } });
  });

  test("one of two owners who delete their accounts at the same time is kept, with all data", async () => {
    await env.DB.prepare("UPDATE users SET role = 'buyer'").run();
    const owners = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "owner" }),
    ];
    await Promise.all(owners.map((owner) => owner.fetch("/api/me/account", deleteRequest)));
    const left = await queryRows(
      "SELECT id, name FROM users WHERE role = 'owner' AND status = 'active'",
    );
    expect(left).toHaveLength(1);
    expect(left[0]?.name).toBe("A Buyer");
    expect(await queryRows("SELECT id FROM sessions WHERE user_id = ?", left[0]?.id)).toHaveLength(
      1,
    );
  });

  test("the deletion deletes nothing if Stripe is unavailable", async () => {
    const { shop, user } = await createPayingUser();
    await shop.control("faults", { match: "DELETE /v1/subscriptions/*", times: 10, status: 500 });
    const response = await user.fetch("/api/me/account", deleteRequest);
    expect(await response.json()).toMatchObject({ code: "stripe_unavailable" });
    expect(await user.json("/api/me")).toMatchObject({ user: { name: "Mia Member" } });
  });

  test.each([
    ["GET", "/api/me/account/export"],
    ["DELETE", "/api/me/account"],
  ])("deleting or exporting the account needs a recent sign-in: %s %s", async (method, path) => {
    const user = await createSignedInUser();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    expect(await (await user.fetch(path, { method })).json()).toMatchObject({
      code: "sign_in_again",
    });
  });
});
