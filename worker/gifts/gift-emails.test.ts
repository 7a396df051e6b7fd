import { describe, expect, it } from "vitest";
import { findClaim } from "../claims/store.ts";
import { hearSenderEvent } from "../email/sender-events/hear-sender-event.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { listAccessReasons } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { claimGift } from "./claim-gift.ts";
import { emailGift } from "./email-gift.ts";
import { giveProduct, type Gift } from "./give-product.ts";
import { revokeGiftOrOffer } from "./revoke-gift.ts";
import { sendDueGiftEmails, sendGiftEmail } from "./send-gift-emails.ts";

const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** A product that was given to an address that has never signed in, with an email. */
async function give(more: Partial<Gift> = {}, shop = openTestShop({ hasEmailSender: true })) {
  const email = newEmail();
  const product = await shop.createPublishedProduct({ name: "Field Guide" });
  const { id } = await giveProduct(shop.ctx(), {
    to: { email },
    productId: product.id,
    note: "For the team",
    message: "Happy birthday,\nAnn!",
    sendEmail: true,
    ...more,
  });
  const read = async () => (await findClaim(shop.ctx().db, id, "test"))!;
  return { shop, id, email, read };
}

/** The secrets of the links in the emails to an address, oldest first. */
async function listSecrets(shop: TestShop, email: string): Promise<string[]> {
  const emails = await shop.emailsToAddress(email);
  return emails.map(({ text }) => /\/claim#([\w-]{43})/.exec(text)![1]!);
}

const sabotage = (shop: TestShop, fault: { times: number; status: number }) =>
  shop.control("faults", { match: "POST /mail/emails", ...fault });

describe("the email about a gift that waits", () => {
  it("a gift’s email has the message, the deadline and a link that gives the gift to any user", async () => {
    const { shop, id, email, read } = await give({ quantity: 3 });
    const [sent, ...more] = await shop.emailsToAddress(email);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ subject: "A gift for you: Field Guide" });
    for (const text of ["Happy birthday, Ann!", "Quantity: 3", "The link works once, until"])
      expect(sent!.text.replaceAll("\n", " ")).toContain(text);
    expect(sent!.text).not.toContain("For the team");
    const [secret] = await listSecrets(shop, email);
    const claim = await read();
    expect(claim).toMatchObject({ emailDueAt: null, emailSentAt: expect.any(Number) });
    expect(JSON.stringify(claim)).not.toContain(secret);
    const userId = await shop.createUser();
    expect(await claimGift(shop.asUser(userId), { secret: secret! })).toEqual({ id });
    expect(await listAccessReasons(shop, userId)).toEqual(["gift"]);
  });

  it("a gift’s email is in the language that the giver chose", async () => {
    const { shop, email } = await give({ locale: "de", endsAt: Date.now() + 40 * DAY });
    const [sent] = await shop.emailsToAddress(email);
    expect(sent!.subject).toBe("Ein Geschenk für Sie: Field Guide");
  });

  it("a gift’s email is not sent unless asked for, and not to a customer, who gets the usual one", async () => {
    const { shop, email, read } = await give({ sendEmail: false });
    expect(await shop.emailsToAddress(email)).toEqual([]);
    expect(await read()).toMatchObject({ secretHash: null, emailDueAt: null });
    const customer = newEmail();
    const userId = await shop.createUser(customer);
    await give({ to: { email: customer } }, shop);
    const emails = await shop.emailsTo(userId);
    expect(emails.map(({ subject }) => subject)).toEqual([
      "Tidewater has given you free access to Field Guide",
    ]);
    expect(emails[0]!.text).toContain("Happy birthday,\nAnn!");
  });

  it("a gift’s email is sent once when the request and cron send it at the same time", async () => {
    const { shop, id, email } = await give();
    await Promise.all(Array.from({ length: 4 }, () => sendGiftEmail(shop.ctx(), { id })));
    expect(await shop.emailsToAddress(email)).toHaveLength(1);
  });

  it("a gift’s email is tried again by cron after the sender was down, and with the same key", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await sabotage(shop, { times: 1, status: 503 });
    const { email, read } = await give({}, shop);
    expect(await shop.emailsToAddress(email)).toEqual([]);
    expect(await read()).toMatchObject({ emailAttempts: 1, emailSentAt: null });
    await sendDueGiftEmails(shop.ctx(undefined, Date.now() + 10 * MINUTE));
    expect(await shop.emailsToAddress(email)).toHaveLength(1);
    expect(await read()).toMatchObject({ emailDueAt: null, emailProblem: null });
  });

  it("a gift’s email is given up when the sender refuses the address, which the claim then says", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await sabotage(shop, { times: 1, status: 422 });
    const { read } = await give({}, shop);
    await shop.emailsToAddress("");
    expect(await read()).toMatchObject({ emailDueAt: null, emailProblem: "refused" });
  });

  it("a gift’s email is not sent for a gift that was revoked while the sender was down", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await sabotage(shop, { times: 1, status: 503 });
    const { id, email } = await give({}, shop);
    await shop.emailsToAddress(email);
    await revokeGiftOrOffer(shop.ctx(), { id });
    await sendDueGiftEmails(shop.ctx(undefined, Date.now() + 10 * MINUTE));
    expect(await shop.emailsToAddress(email)).toEqual([]);
  });

  it("a gift’s email has a new link after the shop's own secret was replaced", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    await sabotage(shop, { times: 1, status: 503 });
    const { id, email, read } = await give({}, shop);
    await shop.emailsToAddress(email);
    shop.env.AUTH_SECRET = crypto.randomUUID().repeat(2);
    const later = shop.ctx(undefined, Date.now() + 10 * MINUTE);
    await sendGiftEmail(later, { id });
    const [secret] = await listSecrets(shop, email);
    expect((await read()).secretHash).toBe(sha256Hex(secret!));
  });
});

describe("sending it again", () => {
  it("sending a gift’s email again waits an hour for the same address, and the link stays the same", async () => {
    const { shop, id, email } = await give();
    await expect(emailGift(shop.ctx(), { id })).rejects.toMatchObject({ code: "rate_limited" });
    await emailGift(shop.ctx(undefined, Date.now() + HOUR), { id });
    const secrets = await listSecrets(shop, email);
    expect(secrets).toEqual([secrets[0], secrets[0]]);
  });

  it("sending a gift’s email again stops after ten emails", async () => {
    const { shop, id } = await give();
    const ask = (hours: number) =>
      emailGift(shop.ctx(undefined, Date.now() + hours * HOUR), { id });
    for (let hours = 1; hours < 10; hours++) await ask(hours);
    await expect(ask(10)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("another address for a gift replaces the link, and gives it at once if the address is a customer's", async () => {
    const { shop, id, email } = await give();
    const other = newEmail();
    await emailGift(shop.ctx(), { id, email: other });
    const [[first], [second]] = [await listSecrets(shop, email), await listSecrets(shop, other)];
    const user = shop.asUser(await shop.createUser());
    await expect(claimGift(user, { secret: first! })).rejects.toMatchObject({ code: "not_found" });
    const customer = newEmail();
    const userId = await shop.createUser(customer);
    await emailGift(shop.ctx(), { id, email: customer });
    expect(await listAccessReasons(shop, userId)).toEqual(["gift"]);
    await expect(claimGift(user, { secret: second! })).rejects.toMatchObject({ code: "not_found" });
    await expect(emailGift(shop.ctx(), { id })).rejects.toMatchObject({ code: "gift_claimed" });
  });

  it("a gift whose email bounced needs another address, also for another gift to it", async () => {
    const { shop, id, email, read } = await give();
    await shop.emailsToAddress(email);
    const bounce = { kind: "bounced", address: email, messageId: null, detail: null } as const;
    await hearSenderEvent(shop.ctx(), { ...bounce, at: Date.now() });
    expect(await read()).toMatchObject({ emailProblem: "bounced" });
    const later = shop.ctx(undefined, Date.now() + HOUR);
    await expect(emailGift(later, { id })).rejects.toMatchObject({ code: "invalid_input" });
    const second = await give({ to: { email } }, shop);
    expect(await shop.emailsToAddress(email)).toHaveLength(1);
    expect(await second.read()).toMatchObject({ emailProblem: "refused" });
    await emailGift(later, { id, email: newEmail() });
    expect(await read()).toMatchObject({ emailProblem: null });
  });

  it("a gift’s email is refused for a revoked gift, one for an identity, and without an address", async () => {
    const { shop, id } = await give();
    await revokeGiftOrOffer(shop.ctx(), { id });
    await expect(emailGift(shop.ctx(), { id })).rejects.toMatchObject({ code: "gift_revoked" });
    const to = { issuer: "https://id.example.com", subject: crypto.randomUUID() };
    const [identity, byLink] = [
      await give({ to }, shop),
      await give({ to: { byLink: true } }, shop),
    ];
    await expect(emailGift(shop.ctx(), { id: identity.id })).rejects.toMatchObject({
      code: "not_found",
    });
    const { id: linkId } = byLink;
    await expect(emailGift(shop.ctx(), { id: linkId })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
