import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseReminders } from "../email-choices.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { users } from "../../db/schema/account.ts";
import { outboxEmails } from "../../db/schema/outbox.ts";
import { DAY, MINUTE, SECOND } from "../../lib/time.ts";
import { resendEmail } from "../../admin/customers/emails.ts";
import { createSession } from "../../identity/sign-in/create-session.ts";
import { openBrowser } from "../../testing/clients/sign-in.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { sendQueuedEmails } from "../send-queued-emails.ts";
import { isSignedByResend } from "./verify-resend.ts";

// A run sends the emails of the whole shop.
beforeEach(emptyDatabase);

const KEY = "c2VjcmV0IG9mIHRoZSBlbWFpbCB3ZWJob29r";

/** A shop that hears Resend, and a customer with a gift, of which they got an email. */
async function openShop() {
  const shop = openTestShop({ hasEmailSender: true });
  Object.assign(shop.env, { RESEND_WEBHOOK_SECRET: `whsec_${KEY}` });
  return { shop, ...(await giveGift(shop)) };
}

async function giveGift(shop: TestShop) {
  const userId = await shop.createUser();
  const { db } = shop.ctx();
  const { id: productId } = await shop.createPublishedProduct({ name: "Course" });
  const endsAt = Date.now() + 20 * DAY;
  await createGift(shop.ctx(), { userId, productId, note: "Trial", endsAt });
  await shop.emailsTo(userId);
  const emails = () => db.select().from(outboxEmails).where(eq(outboxEmails.userId, userId));
  // There is a reminder, too, which is sent later.
  const [email] = (await emails()).filter(({ kind }) => kind === "purchase");
  const readEmail = () =>
    db.select().from(outboxEmails).where(eq(outboxEmails.id, email!.id)).get();
  const user = async () => (await db.select().from(users).where(eq(users.id, userId)).get())!;
  return { userId, email: email!, emails, readEmail, user, address: (await user()).email! };
}

/** Signs as Svix documents it. */
function sign(body: string, at: number, key = KEY) {
  const seconds = Math.floor(at / SECOND);
  const digest = createHmac("sha256", Buffer.from(key, "base64"))
    .update(`msg_1.${seconds}.${body}`)
    .digest("base64");
  return {
    "svix-id": "msg_1",
    "svix-timestamp": String(seconds),
    "svix-signature": `v1,bm90IG91cnM= v1,${digest}`,
  };
}

/** Resend tells the shop of an email. */
async function tell(
  shop: TestShop,
  type: string,
  data: { email_id?: string | null; to?: string[] } & Record<string, unknown>,
  at = Date.now(),
) {
  const body = JSON.stringify({ type, created_at: new Date(at).toISOString(), data });
  const response = await openBrowser({ env: shop.env, sendsOrigin: false }).fetch(
    "/api/email/events",
    { method: "POST", headers: { ...sign(body, Date.now()) }, body },
  );
  expect(response.status).toBe(200);
}

const bounce = { type: "Permanent", subType: "General", message: "550 5.1.1 User unknown" };

describe("an email that bounces", () => {
  it("an email that bounces is marked, and its recipient gets no more until an email arrives again", async () => {
    const { shop, userId, email, readEmail, user, address } = await openShop();
    expect(email).toMatchObject({ status: "sent", problem: null, messageId: expect.any(String) });
    const heard = Date.now();
    const data = { email_id: email.messageId, to: [address.toUpperCase()], bounce };
    await tell(shop, "email.bounced", data, heard);
    expect(await readEmail()).toMatchObject({
      status: "sent",
      problem: "bounced",
      error: "550 5.1.1 User unknown",
    });
    expect(await user()).toMatchObject({ emailProblem: "bounced", emailProblemAt: heard });
    const team = shop.asUser(await shop.createUser(), heard + DAY, "admin");
    const ref = { userId, id: email.id };
    expect(await resendEmail(team, ref)).toEqual({ status: "skipped", error: "bounced" });

    // The link of a sign-in email for another address proves nothing.
    const session = { userId, verifiedEmail: null, authenticatedAt: heard } as const;
    const device = { userAgent: null, country: null };
    const signIn = (reachedEmail: string | null, token: string) =>
      createSession(shop.ctx(undefined, heard + DAY), {
        ...session,
        reachedEmail,
        token,
        replacedSessionId: undefined,
        device,
      });
    await signIn(null, "first");
    await signIn("other@example.com", "second");
    expect((await user()).emailProblem).toBe("bounced");
    await signIn(address, "third");
    expect((await user()).emailProblem).toBeNull();
    // The sender says it once more.
    await tell(shop, "email.bounced", data, heard);
    expect((await user()).emailProblem).toBeNull();
    const later = shop.asUser(team.actor.userId, heard + 2 * DAY, "admin");
    expect(await resendEmail(later, ref)).toMatchObject({ status: "sent" });
  });

  it("a full mailbox, a delivered email and an unknown address change nothing", async () => {
    const { shop, email, readEmail, user, address } = await openShop();
    const about = { email_id: email.messageId, to: [address] };
    await tell(shop, "email.bounced", { ...about, bounce: { ...bounce, type: "Transient" } });
    await tell(shop, "email.bounced", { ...about, bounce: { ...bounce, type: "Undetermined" } });
    await tell(shop, "email.delivered", about);
    await tell(shop, "email.bounced", { ...about, to: ["nobody@example.com"], bounce });
    await tell(shop, "email.bounced", { to: [] });
    expect(await readEmail()).toMatchObject({ problem: null, error: null });
    expect(await user()).toMatchObject({ emailProblem: null, emailProblemAt: null });
  });

  it("an address that Resend itself sends nothing to counts as one that bounces", async () => {
    const { shop, user, address } = await openShop();
    await tell(shop, "email.suppressed", { email_id: null, to: [address], suppressed: {} });
    expect((await user()).emailProblem).toBe("bounced");
  });
});

describe("an email that is reported as spam", () => {
  it("whoever reports spam gets no reminders, gets other emails, and can turn reminders on again", async () => {
    const { shop, userId, email, emails, readEmail, user, address } = await openShop();
    const heard = Date.now();
    const data = { email_id: email.messageId, to: [address] };
    await tell(shop, "email.complained", data, heard);
    expect(await user()).toMatchObject({ emailProblem: "complained", wantsReminders: false });
    expect(await readEmail()).toMatchObject({ problem: "complained" });
    const team = shop.asUser(await shop.createUser(), heard + DAY, "admin");
    expect(await resendEmail(team, { userId, id: email.id })).toMatchObject({ status: "sent" });
    await sendQueuedEmails(shop.ctx(undefined, heard + 18 * DAY));
    const reminder = (await emails()).find(({ kind }) => kind === "ending_soon")!;
    expect(reminder).toMatchObject({ status: "skipped", error: "complained" });

    await chooseReminders(shop.ctx(), { userId, wantsReminders: true });
    await tell(shop, "email.complained", data, heard);
    expect(await user()).toMatchObject({ emailProblem: null, wantsReminders: true });
  });

  it("a report of spam does not end a bounce, but turns reminders off", async () => {
    const { shop, user, address } = await openShop();
    await tell(shop, "email.bounced", { to: [address], bounce });
    await tell(shop, "email.complained", { to: [address] }, Date.now() + SECOND);
    expect(await user()).toMatchObject({ emailProblem: "bounced", wantsReminders: false });
  });

  it("whoever unsubscribes at Resend gets no reminders", async () => {
    const { shop, user, address } = await openShop();
    await tell(shop, "contact.updated", { email: address, unsubscribed: false });
    expect((await user()).wantsReminders).toBe(true);
    await tell(shop, "contact.updated", { email: address, unsubscribed: true });
    expect(await user()).toMatchObject({ wantsReminders: false, emailProblem: null });
  });
});

describe("the signature of Resend", () => {
  const body = '{"test": 2432232314}';
  const documented = {
    "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "svix-timestamp": "1614265330",
    "svix-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const now = 1_614_265_330_000;
  const isSigned = (change: Record<string, string> = {}, at = now, text = body, by = [secret]) =>
    isSignedByResend(by, new Headers({ ...documented, ...change }), text, at);

  it("the signature that Svix documents is accepted, for five minutes, and with either of two secrets", async () => {
    expect(await isSigned()).toBe(true);
    expect(await isSigned({}, now + 5 * MINUTE)).toBe(true);
    expect(await isSigned({}, now, body, [`whsec_${KEY}`, secret])).toBe(true);
  });

  it("the signature of another body, time, id, version or secret is refused", async () => {
    expect(await isSigned({}, now, `${body} `)).toBe(false);
    expect(await isSigned({}, now + 5 * MINUTE + 1)).toBe(false);
    expect(await isSigned({}, now - 5 * MINUTE - 1)).toBe(false);
    expect(await isSigned({ "svix-timestamp": "" })).toBe(false);
    expect(await isSigned({ "svix-timestamp": "1614265331" })).toBe(false);
    expect(await isSigned({ "svix-id": "msg_2" })).toBe(false);
    expect(await isSigned({ "svix-id": "" })).toBe(false);
    expect(await isSigned({ "svix-signature": "" })).toBe(false);
    expect(
      await isSigned({ "svix-signature": documented["svix-signature"].replace("v1", "v2") }),
    ).toBe(false);
    expect(await isSigned({}, now, body, [`whsec_${KEY}`])).toBe(false);
    expect(await isSigned({}, now, body, [])).toBe(false);
  });

  it("a request without a signature changes nothing, and without a secret nobody is heard", async () => {
    const { shop, user, address } = await openShop();
    const text = JSON.stringify({
      type: "email.bounced",
      created_at: new Date().toISOString(),
      data: { to: [address], bounce },
    });
    const post = async (headers: Record<string, string>, env = shop.env) =>
      openBrowser({ env, sendsOrigin: false }).fetch("/api/email/events", {
        method: "POST",
        headers,
        body: text,
      });
    expect((await post({})).status).toBe(400);
    expect((await post(sign(text, Date.now(), btoa("x".repeat(24))))).status).toBe(400);
    const deaf = { ...shop.env, RESEND_WEBHOOK_SECRET: "" } as Env;
    expect((await post(sign(text, Date.now()), deaf)).status).toBe(404);
    expect((await user()).emailProblem).toBeNull();
    expect((await post(sign(text, Date.now()))).status).toBe(200);
    expect((await user()).emailProblem).toBe("bounced");
  });
});

describe("an event of Cloudflare's Email Sending", () => {
  /** A shop that sends by Cloudflare, whose message ids are those of the messages' recipients. */
  async function openCloudflareShop() {
    const emailBinding = {
      send: async ({ to }: { to: string }) => ({ messageId: `id of ${to}` }),
    } as unknown as SendEmail;
    const shop = openTestShop({ emailBinding });
    return { shop, ...(await giveGift(shop)) };
  }

  /** As documented, with what is of no use left out. */
  const eventOf = (name: string, payload: Record<string, unknown>, at = Date.now()) => ({
    type: `cf.email.sending.message.${name}`,
    source: { type: "email.sending", zoneId: "0", domain: "example.com" },
    payload: { eventId: "1", sender: "shop@example.com", terminal: true, ...payload },
    metadata: { eventSchemaVersion: 1, eventTimestamp: new Date(at).toISOString() },
  });
  const hard = { type: "hard", classification: "permanent_failure", reason: "550 5.1.1 Unknown" };

  it("a hard bounce is recorded once, and a soft one or a rejection is none", async () => {
    const { shop, readEmail, user, address } = await openCloudflareShop();
    const about = { messageId: `id of ${address}`, recipient: address };
    shop.queued.push(
      eventOf("bounced", { ...about, bounce: { ...hard, type: "soft" } }),
      eventOf("rejected", { ...about, rejection: { reason: "suppressed" } }),
      eventOf("delivered", about),
      { type: "cf.something.else" },
    );
    expect((await shop.processQueue()).retryMessages).toEqual([]);
    expect((await user()).emailProblem).toBeNull();
    const event = eventOf("bounced", { ...about, bounce: hard });
    shop.queued.push(event, event);
    expect((await shop.processQueue()).retryMessages).toEqual([]);
    expect((await user()).emailProblem).toBe("bounced");
    expect(await readEmail()).toMatchObject({ problem: "bounced", error: "550 5.1.1 Unknown" });
  });

  it("a complaint turns reminders off", async () => {
    const { shop, user, address } = await openCloudflareShop();
    shop.queued.push(eventOf("complained", { recipient: address, complaint: { type: "abuse" } }));
    await shop.processQueue();
    expect(await user()).toMatchObject({ emailProblem: "complained", wantsReminders: false });
  });

  it("an event about an email that is not noted yet is heard again, for a minute", async () => {
    const { shop, user, address } = await openCloudflareShop();
    const about = { messageId: "not noted", recipient: address, bounce: hard };
    shop.queued.push(eventOf("bounced", about));
    const { retryMessages } = await shop.processQueue();
    expect(retryMessages).toHaveLength(1);
    expect((await user()).emailProblem).toBe("bounced");
    shop.queued.push(eventOf("bounced", about, Date.now() - MINUTE));
    expect((await shop.processQueue()).retryMessages).toEqual([]);
  });
});
