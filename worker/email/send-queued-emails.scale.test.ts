import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startPriceMove } from "../admin/products/price-moves/start-price-move.ts";
import { newPrice } from "../admin/products/schema.ts";
import { openDatabase } from "../db/client.ts";
import { DAY, HOUR, SECOND } from "../lib/time.ts";
import { processPriceMove } from "../sync/price-moves/process-price-move.ts";
import { continueJob } from "../sync/sweeps/continue-job.ts";
import { createCountingD1 } from "../testing/database/create-counting-d1.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { interceptDatabase } from "../testing/database/intercept-database.ts";
import { fillSubscriptions } from "../testing/fill/fill-subscriptions.ts";
import { insertRows } from "../testing/fill/insert-rows.ts";
import { addPrice } from "../testing/fixtures/edit-product.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";

beforeEach(emptyDatabase);
afterEach(() => void vi.restoreAllMocks());

const EMAILS = 50_000;
/** Emails of one message of the queue. */
const PIECE = 50;
/** Pieces that are sent here. The other emails wait behind them. */
const PIECES = 4;

/** What a call to D1 takes from a Worker beside it, and how many calls it makes at the same time. */
const D1_CALL_MS = 10;
const CALLS_AT_ONCE = 6;
/** From a message that is sent until a consumer has it. */
const MESSAGE_MS = SECOND;
/** To write one email: more than it takes here on a busy machine. */
const CPU_PER_EMAIL_MS = 10;

/** How long Resend takes for a request with 50 emails, and how many requests it takes in a second. */
const RESEND_MS = 700;
const RESEND_PER_SECOND = 2;
/** How long Cloudflare takes for one email. */
const CLOUDFLARE_MS = 250;

/** Subscribers who are told of a new price, and rows of as many more as make `EMAILS`. */
async function fill(shop: TestShop) {
  const product = await shop.createPublishedProduct({ prices: [monthly] });
  const fromPriceId = product.prices[0]!.id;
  const { id: toPriceId } = await addPrice(shop.ctx(), {
    productId: product.id,
    price: newPrice.parse({ ...monthly, trialDays: 0, amountMinor: 1200 }),
  });
  const written = PIECE * PIECES;
  await fillSubscriptions(product.id, 1, written);
  await env.DB.prepare(
    "UPDATE subscription_items SET stripe_price_id = (SELECT stripe_price_id FROM prices WHERE id = ?)",
  )
    .bind(fromPriceId)
    .run();
  await env.DB.prepare("UPDATE subscriptions SET status = 'active', current_period_end = ?")
    .bind(Date.now() + 20 * DAY)
    .run();
  const { id: priceMoveId } = await startPriceMove(shop.ctx(), {
    productId: product.id,
    fromPriceId,
    toPriceId,
    noticeDays: 0,
    sendsEmails: true,
  });
  const countEmails = () => env.DB.prepare("SELECT count(*) AS n FROM emails").first<number>("n");
  while ((await countEmails())! < written) await processPriceMove(shop.ctx(), { priceMoveId });
  const now = Date.now() + SECOND;
  await insertRows(
    "emails (id, user_id, kind, dedupe_key, source_id, status, next_attempt_at, created_at)",
    `printf('mal_%026d', i), printf('usr_%026d', 1), 'price_change', i, 'sub_none', 'queued', ${now}, ${now}`,
    { from: 1, to: EMAILS - written },
  );
  return now;
}

/** Sends some pieces as the queue does. Returns the average of a piece. */
async function sendPieces(shop: TestShop, now: number) {
  const counting = createCountingD1(env.DB);
  let calls = 0;
  // Calls that follow each other, if each waits for all that have ended before it.
  let rounds = 0;
  const d1 = interceptDatabase(counting.d1, async (_sql, call) => {
    calls++;
    const round = rounds + 1;
    const result = await call();
    rounds = Math.max(rounds, round);
    return result;
  });
  const began = performance.now();
  for (let piece = 0; piece < PIECES; piece++) {
    await continueJob({ ...shop.ctx(undefined, now + piece), db: openDatabase(d1) }, "emails");
    expect(shop.queued.splice(0)).toContainEqual({ job: "emails" });
  }
  const { read, written } = counting.take();
  const of = (total: number) => Math.ceil(total / PIECES);
  const d1Ms = of(calls / CALLS_AT_ONCE + rounds) * D1_CALL_MS;
  const wallMs = of(performance.now() - began);
  return {
    calls: of(calls),
    rounds: of(rounds),
    read: of(read),
    written: of(written),
    d1Ms,
    wallMs,
  };
}

/** How long all emails take, in minutes, if the sender takes so long for a piece. */
function countMinutes({ d1Ms }: { d1Ms: number }, senderMs: number): number {
  const pieceMs = MESSAGE_MS + d1Ms + PIECE * CPU_PER_EMAIL_MS + senderMs;
  return Math.ceil(((EMAILS / PIECE) * pieceMs) / (HOUR / 60));
}

it("50,000 emails of a price move leave within an hour by Resend, which takes two requests a second", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const now = await fill(shop);
  const requests: { at: number; emails: number }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
    const emails = JSON.parse(init?.body as string) as unknown[];
    const at = performance.now();
    if (requests.filter((request) => request.at > at - SECOND).length >= RESEND_PER_SECOND)
      return Response.json({ name: "rate_limit_exceeded" }, { status: 429 });
    requests.push({ at, emails: emails.length });
    await scheduler.wait(RESEND_MS);
    return Response.json({ data: emails.map(() => ({ id: crypto.randomUUID() })) });
  });
  const piece = await sendPieces(shop, now);
  expect(requests.map(({ emails }) => emails)).toEqual([50, 50, 50, 50]);
  const minutes = countMinutes(piece, RESEND_MS);
  console.log("Resend", { ...piece, minutes });
  expect(piece.read / PIECE).toBeLessThan(40);
  expect(piece.written / PIECE).toBeLessThan(6);
  expect(minutes).toBeLessThan(60);
});

it("50,000 emails of a price move leave within an hour by Cloudflare, which takes them one by one", async () => {
  let sent = 0;
  const emailBinding = {
    async send() {
      sent++;
      await scheduler.wait(CLOUDFLARE_MS);
      return { messageId: crypto.randomUUID() };
    },
  } as unknown as SendEmail;
  const shop = openTestShop({ emailBinding });
  const piece = await sendPieces(shop, await fill(shop));
  expect(sent).toBe(PIECE * PIECES);
  const minutes = countMinutes(piece, CLOUDFLARE_MS * (PIECE / 10));
  console.log("Cloudflare", { ...piece, minutes });
  expect(minutes).toBeLessThan(60);
});
