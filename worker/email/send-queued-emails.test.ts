import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { commit } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { outboxEmails } from "../db/schema/outbox.ts";
import { settings } from "../db/schema/settings.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { sendQueuedEmails } from "./send-queued-emails.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  const { db } = openTestShop().ctx();
  await commit(db, [db.delete(settings), db.delete(outboxEmails)]);
});

/** A synced purchase whose email was attempted once. */
async function buyProduct(
  shop: TestShop,
  product = {},
  change: Partial<typeof users.$inferInsert> = {},
) {
  const { userId, customerId } = await payForNewProduct(shop, product);
  const { db } = shop.ctx();
  if (Object.keys(change).length > 0)
    await commit(db, [db.update(users).set(change).where(eq(users.id, userId))]);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const received = await shop.emailsTo(userId);
  const row = async () =>
    (await db.select().from(outboxEmails).where(eq(outboxEmails.userId, userId)).get()) ?? null;
  return { userId, customerId, received, row };
}

const failEmailSender = (
  shop: TestShop,
  fault: { times?: number; status?: number; afterCommit?: boolean },
) => shop.control("faults", { match: "POST /mail/emails", times: 1, status: 503, ...fault });

/** Runs the cron job at a later time. */
const sendLater = async (shop: TestShop, ms: number) =>
  (await sendQueuedEmails(shop.ctx({ type: "system", job: "cron" }, Date.now() + ms))).sent;

describe("while the sender is down", () => {
  it("an email is retried when its next attempt is due, and then sent", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await failEmailSender(shop, {});
    const { userId, received, row } = await buyProduct(shop);
    expect(received).toEqual([]);
    expect(await row()).toMatchObject({ status: "queued", attempts: 1 });
    // The sync that queued it has claimed it for two minutes.
    expect(await sendLater(shop, MINUTE)).toBe(0);
    expect(await sendLater(shop, 2 * MINUTE + 1000)).toBe(1);
    expect(await shop.emailsTo(userId)).toHaveLength(1);
    expect(await row()).toMatchObject({ status: "sent", attempts: 2, error: null });
    expect(await sendLater(shop, DAY)).toBe(0);
  });

  it("an email whose response was lost is delivered only once", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await failEmailSender(shop, { afterCommit: true });
    const { userId, row } = await buyProduct(shop);
    expect(await row()).toMatchObject({ status: "queued" });
    await sendLater(shop, 2 * MINUTE);
    expect(await row()).toMatchObject({ status: "sent" });
    expect(await shop.emailsTo(userId)).toHaveLength(1);
  });

  it("an email whose response was lost counts as sent even if its content has changed since", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await failEmailSender(shop, { afterCommit: true });
    const { userId, row } = await buyProduct(shop);
    const { db } = shop.ctx();
    await commit(db, [db.update(users).set({ name: "Renamed" }).where(eq(users.id, userId))]);
    await sendLater(shop, 2 * MINUTE);
    expect(await row()).toMatchObject({ status: "sent" });
    expect(await shop.emailsTo(userId)).toHaveLength(1);
  });

  it("an email is attempted eight times within a day, at growing intervals, and is then dead", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await failEmailSender(shop, { times: 20 });
    const { row } = await buyProduct(shop);
    const waits: number[] = [];
    let due = (await row())!;
    for (let before = due.createdAt; due.status === "queued"; due = (await row())!) {
      waits.push(due.nextAttemptAt - before);
      before = due.nextAttemptAt;
      await sendQueuedEmails(shop.ctx(undefined, due.nextAttemptAt));
    }
    expect(due).toMatchObject({
      status: "dead",
      attempts: 8,
      error: "the email sender answered 503",
    });
    expect(waits).toHaveLength(7);
    expect(waits.every((wait, at) => at === 0 || wait > waits[at - 1]!)).toBe(true);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(24 * HOUR);
  });

  it("a run stops at the first failure and doesn't attempt the other emails", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await failEmailSender(shop, { times: 2 });
    const [one, two] = [await buyProduct(shop), await buyProduct(shop)];
    await failEmailSender(shop, { times: 1 });
    await sendLater(shop, 2 * MINUTE);
    expect([(await one.row())!.attempts, (await two.row())!.attempts].toSorted()).toEqual([1, 2]);
  });
});

it("an email rejected as invalid is not retried; one rejected for a wrong API key is", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  await failEmailSender(shop, { status: 422 });
  expect(await (await buyProduct(shop)).row()).toMatchObject({ status: "dead", attempts: 1 });
  await failEmailSender(shop, { status: 403 });
  expect(await (await buyProduct(shop)).row()).toMatchObject({ status: "queued", attempts: 1 });
});

it("five concurrent runs send an email once", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  await failEmailSender(shop, {});
  const { userId, row } = await buyProduct(shop);
  const posts = vi.spyOn(globalThis, "fetch");
  const sent = await Promise.all(Array.from({ length: 5 }, () => sendLater(shop, 2 * MINUTE)));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
  const toSender = posts.mock.calls.filter(([url]) => String(url).endsWith("/emails"));
  expect(toSender).toHaveLength(1);
  expect(await row()).toMatchObject({ attempts: 2 });
  expect(await shop.emailsTo(userId)).toHaveLength(1);
});

describe("no email is sent", () => {
  it.each([
    [{ emailVerified: false }, "no_verified_email"],
    [{ email: null, emailVerified: false }, "no_verified_email"],
    [{ status: "disabled" as const }, "no_account"],
  ])("no email is sent to a user with %j", async (change, error) => {
    const shop = openTestShop({ hasEmailSender: true });
    const { received, row } = await buyProduct(shop, {}, change);
    expect(await row()).toMatchObject({ status: "skipped", error });
    expect(received).toEqual([]);
  });

  it("a shop without an email sender queues no email", async () => {
    const shop = openTestShop();
    const { row } = await buyProduct(shop);
    expect(await row()).toBeNull();
  });

  it("a shop whose sender was removed sends no email; queued emails are skipped", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await failEmailSender(shop, {});
    const { row } = await buyProduct(shop);
    await sendLater(openTestShop(), 2 * MINUTE);
    expect(await row()).toMatchObject({ status: "skipped", error: "no_sender" });
  });

  it("a kind that is turned off sends no email: none is queued, and queued ones are skipped", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await failEmailSender(shop, {});
    const queued = await buyProduct(shop);
    const allEnabled = await emailSettings.read(shop.ctx());
    await emailSettings.save(shop.ctx(), { ...allEnabled, purchase: false });
    const { row } = await buyProduct(shop);
    expect(await row()).toBeNull();
    await sendLater(shop, 2 * MINUTE);
    expect(await queued.row()).toMatchObject({ status: "skipped", error: "turned_off" });
    await emailSettings.save(shop.ctx(), allEnabled);
    expect((await buyProduct(shop)).received).toHaveLength(1);
  });
});

it("hostile names are escaped in the HTML and kept on one line in the subject", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { received } = await buyProduct(
    shop,
    {
      name: '</title><script>alert(1)</script>\r\nBcc: x@example.com "&',
      benefits: [{ type: "feature", name: "<img src=x onerror=alert(2)>", settings: {} }],
    },
    { name: "<b onclick=alert(3)>Ann\u202e" },
  );
  const [email] = received;
  expect(email!.subject).not.toMatch(/[\r\n]/);
  expect(email!.html).not.toMatch(/<script|<img|<b |\u202e/);
  expect(email!.html).toContain("&lt;img src=x onerror=alert(2)&gt;");
  expect(email!.html).toContain("Hello &lt;b onclick=alert(3)&gt;Ann,");
});

it("finding due emails reads only due rows, however many were sent", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { userId } = await buyProduct(shop);
  const { db } = shop.ctx();
  const now = Date.now();
  const row = (n: number, status: "sent" | "queued", nextAttemptAt: number) =>
    db.insert(outboxEmails).values({
      id: `mal_${status}_${n}`,
      userId,
      kind: "purchase",
      dedupeKey: `${status} ${n}`,
      sourceId: "ord_none",
      status,
      nextAttemptAt,
      createdAt: now,
    });
  await commit(
    db,
    Array.from({ length: 300 }, (_, n) => row(n, "sent", now - DAY)),
  );
  await commit(
    db,
    Array.from({ length: 300 }, (_, n) => row(n, "queued", now + n * DAY + DAY)),
  );
  const { meta } = await shop.env.DB.prepare(
    "SELECT * FROM emails WHERE status = 'queued' AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT 40",
  )
    .bind(now)
    .all();
  expect(meta.rows_read).toBeLessThan(3);
});
