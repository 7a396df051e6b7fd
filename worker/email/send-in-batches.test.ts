import { eq, like } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { commit, openDatabase } from "../db/client.ts";
import { outboxEmails, senderPauses } from "../db/schema/outbox.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../lib/time.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { interceptDatabase } from "../testing/database/intercept-database.ts";
import { queueEmails } from "../testing/fixtures/queue-emails.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { sendClaimedEmails, sendQueuedEmails } from "./send-queued-emails.ts";

// A run sends the emails of the whole shop.
beforeEach(emptyDatabase);

const start = Date.now();
const BATCH = "POST /mail/emails/batch";
const ALONE = "POST /mail/emails";

const openShop = () => openTestShop({ hasEmailSender: true });

/** Queues emails that need no purchase. Returns their rows. */
const queueMany = (
  shop: TestShop,
  count: number,
  change: Omit<Parameters<typeof queueEmails>[2], "now"> = {},
) => queueEmails(shop, count, { now: start, ...change });

const listRows = (shop: TestShop) => shop.ctx().db.select().from(outboxEmails);

const send = (shop: TestShop, now = start) => sendQueuedEmails(shop.ctx(undefined, now));

/** Returns how many emails each recipient has received. */
async function countReceived(shop: TestShop, rows: { facts: { email: string } }[]) {
  const received = rows.map(({ facts }) => shop.emailsToAddress(facts.email));
  return (await Promise.all(received)).map(({ length }) => length);
}

/** Returns the requests that the sender gets from now on: how many messages each has. */
function watchSender() {
  const requests: number[] = [];
  const original = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = String(input);
    if (url.endsWith("/emails/batch"))
      requests.push((JSON.parse(init?.body as string) as unknown[]).length);
    else if (url.endsWith("/emails")) requests.push(1);
    return original(input, init);
  });
  return { requests, stop: () => spy.mockRestore() };
}

it("120 emails leave with three requests, and no email twice in five concurrent runs", async () => {
  const shop = openShop();
  const rows = await queueMany(shop, 120);
  const sender = watchSender();
  const runs = await Promise.all(Array.from({ length: 5 }, () => send(shop)));
  while ((await send(shop)).nextInMs !== null);
  sender.stop();
  expect(sender.requests.reduce((sum, count) => sum + count, 0)).toBe(120);
  expect(Math.max(...sender.requests)).toBe(50);
  expect(runs.some(({ nextInMs }) => nextInMs === 0)).toBe(true);
  expect(new Set(await countReceived(shop, rows))).toEqual(new Set([1]));
});

it("emails of a price move wait until no other email is due", async () => {
  const shop = openShop();
  // These are skipped when their turn comes: there is no such move.
  const bulk = { kind: "price_change" as const, nextAttemptAt: start - HOUR };
  await queueMany(shop, 60, bulk);
  await queueMany(shop, 50);
  await send(shop);
  const statusOf = async (kind: "price_change" | "account_deleted") =>
    Object.groupBy(
      (await listRows(shop)).filter((row) => row.kind === kind),
      ({ status }) => status,
    );
  expect((await statusOf("account_deleted")).sent).toHaveLength(50);
  expect((await statusOf("price_change")).queued).toHaveLength(60);
  await send(shop);
  await send(shop);
  expect((await statusOf("price_change")).skipped).toHaveLength(60);
});

it("a crash at any step loses no email and sends none twice", async () => {
  const shop = openShop();
  const run = async (at: number, isAfter: boolean) => {
    await emptyDatabase();
    const rows = await queueMany(shop, 3);
    let steps = 0;
    const ctx = shop.ctx(undefined, start);
    const dying = interceptDatabase(shop.env.DB, async (_sql, call) => {
      steps++;
      if (steps < at) return call();
      if (isAfter && steps === at) await call();
      throw new Error("the worker died");
    });
    await sendQueuedEmails({ ...ctx, db: openDatabase(dying) });
    await send(shop, start + 2 * MINUTE);
    await send(shop, start + 2 * MINUTE);
    expect(await countReceived(shop, rows)).toEqual([1, 1, 1]);
    expect((await listRows(shop)).map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
    return steps;
  };
  const total = await run(Infinity, false);
  expect(total).toBeGreaterThan(4);
  for (let at = 1; at <= total; at++) {
    await run(at, false);
    await run(at, true);
  }
});

it.each([
  ["the answer of the sender is lost", { match: BATCH, status: 503, afterCommit: true }],
  ["the sender is down", { match: BATCH, status: 503 }],
  ["the API key is wrong", { match: BATCH, status: 401 }],
])("emails are sent once if %s, as one request again", async (_title, fault) => {
  const shop = openShop();
  const rows = await queueMany(shop, 3);
  await shop.control("faults", { times: 1, ...fault });
  expect(await send(shop)).toEqual({ sent: 0, nextInMs: null });
  expect(await listRows(shop)).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }]);
  // Others that became due meanwhile go with a request of their own.
  const more = await queueMany(shop, 2);
  const sender = watchSender();
  await send(shop, start + 2 * MINUTE);
  sender.stop();
  expect(sender.requests.toSorted()).toEqual([2, 3]);
  expect(await countReceived(shop, [...rows, ...more])).toEqual([1, 1, 1, 1, 1]);
});

it("an email that makes the sender refuse its request is found, and the others are sent", async () => {
  const shop = openShop();
  const rows = await queueMany(shop, 3);
  await shop.control("faults", { match: BATCH, times: 1, status: 422 });
  await shop.control("faults", { match: ALONE, times: 1, status: 422 });
  await send(shop);
  expect((await countReceived(shop, rows)).toSorted()).toEqual([0, 1, 1]);
  const found = await listRows(shop);
  expect(found.map(({ status }) => status).toSorted()).toEqual(["dead", "sent", "sent"]);
  expect(found.every(({ attempts }) => attempts === 1)).toBe(true);
});

it("while the sender refuses more emails, nobody sends any, and no attempt is spent", async () => {
  const shop = openShop();
  const rows = await queueMany(shop, 3);
  await shop.control("faults", { match: BATCH, times: 2, status: 429 });
  expect(await send(shop)).toEqual({ sent: 0, nextInMs: 2 * SECOND });
  expect((await listRows(shop)).every(({ attempts }) => attempts === 0)).toBe(true);
  const sender = watchSender();
  // A purchase is emailed after the pause, too.
  const claimed = { attempts: 1, batch: "direct", nextAttemptAt: start + 2 * MINUTE };
  const [direct] = await queueMany(shop, 1, claimed);
  await sendClaimedEmails(shop.ctx(undefined, start + SECOND), { ids: [direct!.id] });
  expect(await send(shop, start + SECOND)).toEqual({ sent: 0, nextInMs: SECOND });
  expect(sender.requests).toEqual([]);
  // Refused again at once, it waits twice as long.
  expect(await send(shop, start + 2 * SECOND)).toEqual({ sent: 0, nextInMs: 4 * SECOND });
  await send(shop, start + 6 * SECOND);
  expect(sender.requests).toEqual([4, 4]);
  sender.stop();
  expect(await countReceived(shop, [...rows, direct!])).toEqual([1, 1, 1, 1]);
  expect((await listRows(shop)).every(({ attempts }) => attempts === 1)).toBe(true);
});

it("a purchase that the sender refuses for now is emailed by the queue after the pause", async () => {
  const shop = openShop();
  const claimed = { attempts: 1, batch: "direct", nextAttemptAt: start + 2 * MINUTE };
  const [row] = await queueMany(shop, 1, claimed);
  await shop.control("faults", { match: ALONE, times: 1, status: 429 });
  await sendClaimedEmails(shop.ctx(undefined, start), { ids: [row!.id] });
  expect(shop.queued).toEqual([{ job: "emails" }]);
  await send(shop, start + 2 * SECOND);
  expect(await countReceived(shop, [row!])).toEqual([1]);
});

it("an email that cannot be written does not hold up the others, and is tried again alone", async () => {
  const shop = openShop();
  const rows = await queueMany(shop, 3);
  const { db } = shop.ctx();
  const broken = { ...rows[0]!.facts, locale: 7 as unknown as string };
  await commit(db, [
    db.update(outboxEmails).set({ facts: broken }).where(eq(outboxEmails.id, rows[0]!.id)),
  ]);
  await send(shop);
  expect(await countReceived(shop, rows)).toEqual([0, 1, 1]);
  const [left] = await db.select().from(outboxEmails).where(like(outboxEmails.status, "queued"));
  expect(left).toMatchObject({ error: "internal", attempts: 1, batch: "alone" });
  await commit(db, [db.update(outboxEmails).set({ facts: rows[0]!.facts })]);
  await send(shop, start + 2 * MINUTE);
  expect(await countReceived(shop, [rows[0]!])).toEqual([1]);
  expect(await send(shop, start + DAY)).toEqual({ sent: 0, nextInMs: null });
  expect(await db.select().from(senderPauses)).toEqual([]);
});
