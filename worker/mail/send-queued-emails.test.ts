import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { commit } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { mails } from "../db/schema/outbox.ts";
import { settings } from "../db/schema/settings.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { payForNewProduct } from "../testing/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { syncCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { saveMailSettings } from "../settings/email-settings.ts";
import { sendMails } from "./send-queued-emails.ts";

const allOn = {
  purchase: true,
  payment_failed: true,
  ending_soon: true,
  access_ended: true,
  refunded_duplicate: true,
};

afterEach(async () => {
  vi.restoreAllMocks();
  const { db } = openTestShop().ctx();
  await commit(db, [db.delete(settings), db.delete(mails)]);
});

/** A purchase that both sides know of; its mail was tried once. */
async function bought(
  shop: TestShop,
  product = {},
  change: Partial<typeof users.$inferInsert> = {},
) {
  const { userId, customerId } = await payForNewProduct(shop, product);
  const { db } = shop.ctx();
  if (Object.keys(change).length > 0)
    await commit(db, [db.update(users).set(change).where(eq(users.id, userId))]);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  const received = await shop.mailsTo(userId);
  const row = async () =>
    (await db.select().from(mails).where(eq(mails.userId, userId)).get()) ?? null;
  return { userId, customerId, received, row };
}

const down = (shop: TestShop, fault: { times?: number; status?: number; afterCommit?: boolean }) =>
  shop.control("faults", { match: "POST /mail/emails", times: 1, status: 503, ...fault });

/** A run of the cron at a later time. */
const later = (shop: TestShop, ms: number) =>
  sendMails(shop.ctx({ type: "system", job: "cron" }, Date.now() + ms));

describe("a sender that is down", () => {
  it("gets the mail when it is up again, and not before the next attempt is due", async () => {
    const shop = openTestShop({ mails: true });
    await down(shop, {});
    const { userId, received, row } = await bought(shop);
    expect(received).toEqual([]);
    expect(await row()).toMatchObject({ status: "queued", attempts: 1 });
    expect(await later(shop, 0)).toBe(0);
    expect(await later(shop, MINUTE + 1000)).toBe(1);
    expect(await shop.mailsTo(userId)).toHaveLength(1);
    expect(await row()).toMatchObject({ status: "sent", attempts: 2, error: null });
    expect(await later(shop, DAY)).toBe(0);
  });

  it("that took the mail, its answer lost, takes it only once", async () => {
    const shop = openTestShop({ mails: true });
    await down(shop, { afterCommit: true });
    const { userId, row } = await bought(shop);
    expect(await row()).toMatchObject({ status: "queued" });
    await later(shop, 2 * MINUTE);
    expect(await row()).toMatchObject({ status: "sent" });
    expect(await shop.mailsTo(userId)).toHaveLength(1);
  });

  it("that took it with other words than it would have now has taken it", async () => {
    const shop = openTestShop({ mails: true });
    await down(shop, { afterCommit: true });
    const { userId, row } = await bought(shop);
    const { db } = shop.ctx();
    await commit(db, [db.update(users).set({ name: "Renamed" }).where(eq(users.id, userId))]);
    await later(shop, 2 * MINUTE);
    expect(await row()).toMatchObject({ status: "sent" });
    expect(await shop.mailsTo(userId)).toHaveLength(1);
  });

  it("is asked eight times within a day, at growing distances; then the mail is dead", async () => {
    const shop = openTestShop({ mails: true });
    await down(shop, { times: 20 });
    const { row } = await bought(shop);
    const waits: number[] = [];
    let due = (await row())!;
    for (let before = due.createdAt; due.status === "queued"; due = (await row())!) {
      waits.push(due.nextAttemptAt - before);
      before = due.nextAttemptAt;
      await sendMails(shop.ctx(undefined, due.nextAttemptAt));
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

  it("is not asked for the others in the same run", async () => {
    const shop = openTestShop({ mails: true });
    await down(shop, { times: 2 });
    const [one, two] = [await bought(shop), await bought(shop)];
    await down(shop, { times: 1 });
    await later(shop, 2 * MINUTE);
    expect([(await one.row())!.attempts, (await two.row())!.attempts].toSorted()).toEqual([1, 2]);
  });
});

it("a message that the sender will never take is not tried again; a wrong key is", async () => {
  const shop = openTestShop({ mails: true });
  await down(shop, { status: 422 });
  expect(await (await bought(shop)).row()).toMatchObject({ status: "dead", attempts: 1 });
  await down(shop, { status: 403 });
  expect(await (await bought(shop)).row()).toMatchObject({ status: "queued", attempts: 1 });
});

it("two senders at once send once", async () => {
  const shop = openTestShop({ mails: true });
  await down(shop, {});
  const { userId, row } = await bought(shop);
  const posts = vi.spyOn(globalThis, "fetch");
  const sent = await Promise.all(Array.from({ length: 5 }, () => later(shop, 2 * MINUTE)));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
  const toSender = posts.mock.calls.filter(([url]) => String(url).endsWith("/emails"));
  expect(toSender).toHaveLength(1);
  expect(await row()).toMatchObject({ attempts: 2 });
  expect(await shop.mailsTo(userId)).toHaveLength(1);
});

describe("nobody is written to", () => {
  it.each([
    [{ emailVerified: false }, "no_verified_email"],
    [{ email: null, emailVerified: false }, "no_verified_email"],
    [{ status: "disabled" as const }, "no_account"],
  ])("who is %j", async (change, error) => {
    const shop = openTestShop({ mails: true });
    const { received, row } = await bought(shop, {}, change);
    expect(await row()).toMatchObject({ status: "skipped", error });
    expect(received).toEqual([]);
  });

  it("by a shop without a sender, which works as ever and queues nothing", async () => {
    const shop = openTestShop();
    const { row } = await bought(shop);
    expect(await row()).toBeNull();
  });

  it("by a shop that lost its sender; nothing waits for ever", async () => {
    const shop = openTestShop({ mails: true });
    await down(shop, {});
    const { row } = await bought(shop);
    await later(openTestShop(), 2 * MINUTE);
    expect(await row()).toMatchObject({ status: "skipped", error: "no_sender" });
  });

  it("of a kind that is turned off, and no row is written; what was queued is not sent", async () => {
    const shop = openTestShop({ mails: true });
    await down(shop, {});
    const queued = await bought(shop);
    await saveMailSettings(shop.ctx(), { ...allOn, purchase: false });
    const { row } = await bought(shop);
    expect(await row()).toBeNull();
    await later(shop, 2 * MINUTE);
    expect(await queued.row()).toMatchObject({ status: "skipped", error: "turned_off" });
    await saveMailSettings(shop.ctx(), allOn);
    expect((await bought(shop)).received).toHaveLength(1);
  });
});

it("hostile names are text, in a subject of one line", async () => {
  const shop = openTestShop({ mails: true });
  const { received } = await bought(
    shop,
    {
      name: '</title><script>alert(1)</script>\r\nBcc: x@example.com "&',
      benefits: [{ type: "feature", name: "<img src=x onerror=alert(2)>", settings: {} }],
    },
    { name: "<b onclick=alert(3)>Ann\u202e" },
  );
  const [mail] = received;
  expect(mail!.subject).not.toMatch(/[\r\n]/);
  expect(mail!.html).not.toMatch(/<script|<img|<b |\u202e/);
  expect(mail!.html).toContain("&lt;img src=x onerror=alert(2)&gt;");
  expect(mail!.html).toContain("Hello &lt;b onclick=alert(3)&gt;Ann,");
});

it("finding what is due reads what is due, however many were sent", async () => {
  const shop = openTestShop({ mails: true });
  const { userId } = await bought(shop);
  const { db } = shop.ctx();
  const now = Date.now();
  const row = (n: number, status: "sent" | "queued", nextAttemptAt: number) =>
    db.insert(mails).values({
      id: `mal_${status}_${n}`,
      userId,
      kind: "purchase",
      about: `${status} ${n}`,
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
    "SELECT * FROM mails WHERE status = 'queued' AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT 40",
  )
    .bind(now)
    .all();
  expect(meta.rows_read).toBeLessThan(3);
});
