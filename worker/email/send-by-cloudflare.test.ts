import { beforeEach, expect, it } from "vitest";
import { outboxEmails, senderPauses } from "../db/schema/outbox.ts";
import { HOUR, MINUTE, SECOND } from "../lib/time.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { queueEmails } from "../testing/fixtures/queue-emails.ts";
import { openTestShop } from "../testing/shop.ts";
import { sendQueuedEmails } from "./send-queued-emails.ts";

// A run sends the emails of the whole shop.
beforeEach(emptyDatabase);

const start = Date.now();

type Message = Parameters<SendEmail["send"]>[0] & { to: string };

/** Fails as Cloudflare's binding does. */
const refuse = (code: string) => Object.assign(new Error(`refused: ${code}`), { code });

/**
 * A shop that sends by Cloudflare's binding.
 * @param answer throws to refuse a message; awaited while other messages may be sent
 */
function openShop(answer: (message: Message, count: number) => void | Promise<void> = () => {}) {
  const messages: Message[] = [];
  let open = 0;
  const seen = { mostAtOnce: 0 };
  const emailBinding = {
    async send(message: Message) {
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++open);
      try {
        messages.push(message);
        await answer(message, messages.length);
        return { messageId: `id of ${message.to}` };
      } finally {
        open--;
      }
    },
  } as unknown as SendEmail;
  const shop = openTestShop({ emailBinding });
  const send = (now = start) => sendQueuedEmails(shop.ctx(undefined, now));
  const rows = () => shop.ctx().db.select().from(outboxEmails).orderBy(outboxEmails.id);
  return { shop, messages, seen, send, rows };
}

it("120 emails leave once each, ten at most at the same time, the longest overdue in the first piece", async () => {
  const { shop, messages, seen, send, rows } = openShop(() => scheduler.wait(1));
  const queued = await queueEmails(shop, 120, { now: start });
  const first = await queueEmails(shop, 3, { now: start, nextAttemptAt: start - HOUR });
  expect(await send()).toEqual({ sent: 50, nextInMs: 0 });
  expect(seen.mostAtOnce).toBe(10);
  await Promise.all([send(), send(), send()]);
  while ((await send()).nextInMs !== null);
  const addresses = messages.map(({ to }) => to);
  expect(addresses.toSorted()).toEqual(
    [...queued, ...first].map(({ facts }) => facts.email).toSorted(),
  );
  for (const { facts } of first) expect(addresses.indexOf(facts.email)).toBeLessThan(50);
  expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(["sent"]));
});

it("a message has the shop's name, the sender's address, and both forms of its text", async () => {
  const { shop, messages, send } = openShop();
  const [row] = await queueEmails(shop, 1, { now: start });
  await send();
  expect(messages).toEqual([
    {
      from: { name: expect.any(String), email: "shop@example.com" },
      to: row!.facts.email,
      subject: expect.any(String),
      text: expect.any(String),
      html: expect.stringContaining("<html"),
      headers: {},
    },
  ]);
});

it("while Cloudflare takes no more emails, everybody waits, and no attempt is spent", async () => {
  const { shop, messages, send, rows } = openShop((_message, count) => {
    if (count > 20 && count <= 30) throw refuse("E_RATE_LIMIT_EXCEEDED");
  });
  await queueEmails(shop, 50, { now: start });
  const { sent, nextInMs } = await send();
  expect(nextInMs).toBe(2 * SECOND);
  expect(sent).toBe(20);
  expect(messages.length).toBeLessThanOrEqual(30);
  const waiting = (await rows()).filter(({ status }) => status === "queued");
  expect(waiting.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 30 }, () => 0));
  expect(await send(start + SECOND)).toEqual({ sent: 0, nextInMs: SECOND });
  await send(start + 2 * SECOND);
  expect((await rows()).every(({ status, attempts }) => status === "sent" && attempts === 1)).toBe(
    true,
  );
});

it("after the emails of a day are used up, the shop waits an hour, and says why", async () => {
  const { shop, send } = openShop(() => {
    throw refuse("E_DAILY_LIMIT_EXCEEDED");
  });
  await queueEmails(shop, 1, { now: start });
  expect(await send()).toEqual({ sent: 0, nextInMs: HOUR });
  expect(await shop.ctx().db.select().from(senderPauses)).toMatchObject([
    { sender: "cloudflare", reason: expect.stringContaining("of this day are used up") },
  ]);
});

it.each([
  ["is suppressed", "E_RECIPIENT_SUPPRESSED", "queued"],
  ["cannot be reached now", "E_DELIVERY_FAILED", "queued"],
  ["has a message that Cloudflare does not accept", "E_HEADER_NOT_ALLOWED", "dead"],
])("a recipient that %s does not hold up the others", async (_title, code, status) => {
  const { shop, send, rows } = openShop((_message, count) => {
    if (count === 1) throw refuse(code);
  });
  await queueEmails(shop, 30, { now: start });
  expect(await send()).toEqual({ sent: 29, nextInMs: null });
  const [row] = (await rows()).filter((each) => each.status !== "sent");
  expect(row).toMatchObject({ status, attempts: 1, error: expect.stringContaining(code) });
});

it("a sender that is not set up is asked for few emails, and they are sent when it is", async () => {
  let isSetUp = false;
  const { shop, messages, send, rows } = openShop(() => {
    if (!isSetUp) throw refuse("E_SENDER_NOT_VERIFIED");
  });
  await queueEmails(shop, 50, { now: start });
  expect(await send()).toEqual({ sent: 0, nextInMs: null });
  expect(messages.length).toBeLessThanOrEqual(10);
  const errors = (await rows()).map(({ error }) => error).join();
  expect(errors).toContain("EMAIL_FROM is not set up for Email Sending");
  isSetUp = true;
  await send(start + 2 * MINUTE);
  await send(start + 2 * MINUTE);
  expect((await rows()).every(({ status }) => status === "sent")).toBe(true);
});

it("an error without a code is one of the moment: the emails are tried again", async () => {
  let isDown = true;
  const { shop, send, rows } = openShop(() => {
    if (isDown) throw new Error("internal error");
  });
  await queueEmails(shop, 2, { now: start });
  await send();
  isDown = false;
  await send(start + 2 * MINUTE);
  expect(await rows()).toMatchObject([{ status: "sent" }, { status: "sent" }]);
});
