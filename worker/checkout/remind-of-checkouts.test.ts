import { describe, expect, test } from "vitest";
import { chooseNews } from "../email/email-choices.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { findPermanentLink } from "../purchases/checkout/store-permanent-links.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { checkouts } from "../db/schema/billing.ts";
import { cursors } from "../db/schema/sweeps.ts";
import { eq } from "drizzle-orm";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { createPermanentLink } from "./save-permanent-link.ts";
import { openPermanentLink } from "./open-permanent-link.ts";
import { remindOfCheckouts, showReminderFigures } from "./remind-of-checkouts.ts";

/** Runs a test while emails about left checkouts are sent after a day: the settings are shared by the tests of a file. */
async function whileReminding(shop: TestShop, run: () => Promise<void>) {
  const before = await emailSettings.read(shop.ctx());
  await emailSettings.save(shop.ctx(), { ...before, checkoutReminderHours: 24 });
  try {
    await run();
  } finally {
    await emailSettings.save(shop.ctx(), before);
  }
}

/** A user who left the checkout of a new product now. */
async function leave({ wantsNews = true } = {}) {
  const shop = openTestShop({ hasEmailSender: true });
  const product = await shop.createPublishedProduct({ prices: [monthly] });
  const userId = await shop.createUser();
  if (wantsNews) await chooseNews(shop.ctx(), { userId, wantsNews });
  const priceId = product.prices[0]!.id;
  const checkout = await openCheckout(shop.asUser(userId), { priceId });
  return { shop, product, userId, priceId, checkout };
}

/** Runs cron so long after now, and returns what it sent to the user. */
async function remind(shop: TestShop, userId: string, afterMs = DAY + MINUTE) {
  const ctx = shop.ctx(undefined, Date.now() + afterMs);
  // Other tests were in the future, too.
  await ctx.db.delete(cursors).where(eq(cursors.name, "checkout_reminders:test"));
  await remindOfCheckouts(ctx);
  await shop.sendEmailsTo(userId, ctx.now);
  const emails = await shop.emailsTo(userId);
  return emails.filter(({ subject }) => subject.startsWith("Still interested in"));
}

describe("the email about a left checkout", () => {
  test("it is sent once, with the price, a link back and a link to unsubscribe", async () => {
    const { shop, product, userId, priceId } = await leave();
    await whileReminding(shop, async () => {
      expect(await remind(shop, userId, DAY - HOUR)).toEqual([]);
      const [email, ...more] = await remind(shop, userId);
      expect(more).toEqual([]);
      expect(email!.text).toContain(`/p/${product.slug}?buy=${priceId}`);
      expect(email!.text).toContain("$9");
      expect(email!.text).toContain("/plain/emails/off?token=");
      expect(await remind(shop, userId, DAY + 30 * MINUTE)).toHaveLength(1);
    });
  });

  test("nobody gets it without having agreed to news, or while the seller sends none", async () => {
    const { shop, userId } = await leave({ wantsNews: false });
    await whileReminding(shop, async () => expect(await remind(shop, userId)).toEqual([]));
    const other = await leave();
    expect(await remind(other.shop, other.userId)).toEqual([]);
  });

  test("whoever has bought it meanwhile gets none, also in the last moment", async () => {
    const { shop, userId, checkout } = await leave();
    await whileReminding(shop, async () => {
      await shop.ctx().db.delete(cursors).where(eq(cursors.name, "checkout_reminders:test"));
      await remindOfCheckouts(shop.ctx(undefined, Date.now() + DAY + MINUTE));
      await shop.pay(checkout.url);
      await confirmCheckout(shop.asUser(userId), { id: checkout.id });
      expect(await remind(shop, userId)).toEqual([]);
    });
  });

  test("whoever came back to the checkout later gets it about the later one", async () => {
    const { shop, userId, product, checkout } = await leave();
    await shop.ctx().stripe.checkout.sessions.expire(sessionIdOf(checkout.url));
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    const later = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    expect(later.id).not.toBe(checkout.id);
    await whileReminding(shop, async () => expect(await remind(shop, userId)).toHaveLength(1));
  });

  test("whoever unsubscribed after it was queued gets none", async () => {
    const { shop, userId } = await leave();
    await whileReminding(shop, async () => {
      await shop.ctx().db.delete(cursors).where(eq(cursors.name, "checkout_reminders:test"));
      await remindOfCheckouts(shop.ctx(undefined, Date.now() + DAY + MINUTE));
      await chooseNews(shop.ctx(), { userId, wantsNews: false });
      expect(await remind(shop, userId)).toEqual([]);
    });
  });

  test("it leads back to the permanent link that was used, with its discount", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const product = await shop.createPublishedProduct({ prices: [monthly] });
    const userId = await shop.createUser();
    await chooseNews(shop.ctx(), { userId, wantsNews: true });
    const priceId = product.prices[0]!.id;
    const { id } = await createPermanentLink(shop.ctx(), { priceId, name: "Newsletter" });
    const found = await findPermanentLink(shop.ctx().db, "test", "id", id);
    const { code } = found!.link;
    await openPermanentLink(shop.asUser(userId), { code, referral: null });
    await whileReminding(shop, async () => {
      const [email] = await remind(shop, userId);
      expect(email!.text).toContain(`/buy/${code}`);
    });
  });

  test("the console counts what was sent, and what was paid after it", async () => {
    const { shop, userId, priceId, checkout } = await leave();
    const before = await showReminderFigures(shop.ctx());
    const { db, stripe } = shop.ctx();
    await stripe.checkout.sessions.expire(sessionIdOf(checkout.url));
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    await db
      .update(checkouts)
      .set({ createdAt: Date.now() - DAY - MINUTE })
      .where(eq(checkouts.id, checkout.id));
    await whileReminding(shop, async () => {
      expect(await remind(shop, userId, 0)).toHaveLength(1);
    });
    const bought = await openCheckout(shop.asUser(userId), { priceId });
    await shop.pay(bought.url);
    await confirmCheckout(shop.asUser(userId), { id: bought.id });
    const after = await showReminderFigures(shop.ctx());
    expect(after.sent).toBeGreaterThan(before.sent);
    expect(after.paid).toBeGreaterThan(before.paid);
  });
});
