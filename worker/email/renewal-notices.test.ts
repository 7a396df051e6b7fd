import { beforeEach, describe, expect, it } from "vitest";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { commit } from "../db/client.ts";
import { DAY } from "../lib/time.ts";
import { listPaymentsOfCustomer, deletePayments } from "../purchases/payments/store.ts";
import { replacePacks } from "../purchases/payments/store-packs.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { lawSettings } from "../settings/law-settings.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { queueRenewalNotices } from "./queue-renewal-notices.ts";
import { sendQueuedEmails } from "./send-queued-emails.ts";

// The job is about the whole shop.
beforeEach(emptyDatabase);

const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;

/** A new subscription of a buyer in a country, and what is queued for it when the job runs some days later. */
async function openSubscription(shop: TestShop, country: string, price: object = yearly) {
  const { prices } = await shop.createPublishedProduct({ prices: [{ ...yearly, ...price }] });
  const userId = await shop.createUser();
  const buyer = shop.asUser(userId);
  const checkout = await openCheckout(buyer, { priceId: prices[0]!.id });
  await shop.pay(checkout.url, undefined, { country });
  await confirmCheckout(buyer, { id: checkout.id });
  const row = (await listSubscriptions(shop.ctx(), { userId }))[0]!;
  const change = (set: string) =>
    shop.env.DB.prepare(`UPDATE subscriptions SET ${set} WHERE id = ?`).bind(row.id).run();
  const queued = async () => {
    const { results } = await shop.env.DB.prepare(
      "SELECT dedupe_key FROM emails WHERE kind = 'renewal_notice' AND source_id = ?",
    )
      .bind(row.id)
      .all<{ dedupe_key: string }>();
    return results.length;
  };
  /** Runs the job so many days before the period ends. @returns how many notices there are */
  const runBefore = async (days: number) => {
    await queueRenewalNotices(shop.ctx(undefined, row.currentPeriodEnd! - days * DAY));
    return queued();
  };
  const runAt = async (at: number) => {
    await queueRenewalNotices(shop.ctx(undefined, at));
    return queued();
  };
  return { ...row, userId, change, queued, runBefore, runAt };
}

const openShop = () => openTestShop({ hasEmailSender: true });

describe("the notice of a renewal", () => {
  it("a yearly subscriber in the United States gets one 30 days before, and no other for the period", async () => {
    const shop = openShop();
    const sub = await openSubscription(shop, "US");
    expect(await sub.runBefore(31)).toBe(0);
    expect(await sub.runBefore(29)).toBe(1);
    expect(await sub.runBefore(29)).toBe(1);
    // A pause that was resumed has moved the end of the period.
    await sub.change(`current_period_end = current_period_end + ${20 * DAY}`);
    expect(await sub.runBefore(9)).toBe(1);
    // The next period has its own.
    const next = sub.currentPeriodEnd!;
    await sub.change(`current_period_start = ${next}, current_period_end = ${next + 365 * DAY}`);
    expect(await sub.runAt(next + 360 * DAY)).toBe(2);
  });

  it("the email says when it renews, for how much, and where to cancel", async () => {
    const shop = openShop();
    const sub = await openSubscription(shop, "US");
    await shop.emailsTo(sub.userId);
    await sub.runBefore(20);
    const at = sub.currentPeriodEnd! - 20 * DAY;
    await sendQueuedEmails(shop.ctx(undefined, at));
    const email = (await shop.emailsTo(sub.userId)).at(-1)!;
    const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    expect(email.subject).toContain(`renews on ${date.format(sub.currentPeriodEnd!)}`);
    expect(email.text).toContain("$90.00 a year");
    expect(email.text).toContain(`/account/billing#${sub.id}`);
  });

  it.each([
    ["is canceled", "cancel_at = current_period_end"],
    ["is in its trial", "status = 'trialing'"],
    ["is unpaid", "status = 'past_due'"],
    ["is paused", "pause_behavior = 'void'"],
    ["has ended", "ended_at = created_at"],
  ])("nothing is announced to a subscriber whose subscription %s", async (_, set) => {
    const sub = await openSubscription(openShop(), "US");
    await sub.change(set);
    expect(await sub.runBefore(20)).toBe(0);
  });

  it("the buyer's country is known when the payment was packed away", async () => {
    const shop = openShop();
    await lawSettings.save(shop.ctx(), { seller: "DE", buyers: ["DE"] });
    const sub = await openSubscription(shop, "US");
    const { db } = shop.ctx();
    const after = await listPaymentsOfCustomer(db, sub.customerId);
    const ids = after.map(({ stripeChargeId }) => stripeChargeId);
    const pack = { mode: "test" as const, customerId: sub.customerId, before: [], after };
    await commit(db, [...replacePacks([pack]), deletePayments(db, "test", ids)]);
    expect(await sub.runBefore(20)).toBe(1);
  });

  it("where no law asks for it, the seller decides whether and when it is sent", async () => {
    const shop = openShop();
    const sub = await openSubscription(shop, "DE");
    const month = await openSubscription(shop, "DE", monthly);
    expect(await sub.runBefore(10)).toBe(0);
    const settings = await emailSettings.read(shop.ctx());
    await emailSettings.save(shop.ctx(), { ...settings, renewalNoticeDays: 14 });
    expect(await sub.runBefore(15)).toBe(0);
    expect(await sub.runBefore(14)).toBe(1);
    expect(await month.runBefore(10)).toBe(0);
  });

  it("a shop that sends no emails queues none", async () => {
    expect(await (await openSubscription(openTestShop(), "US")).runBefore(20)).toBe(0);
  });
});

describe("the notice once a year", () => {
  it("a monthly subscriber in the United States gets one each year, a yearly one only that of its renewal", async () => {
    const shop = openShop();
    const sub = await openSubscription(shop, "US", monthly);
    const other = await openSubscription(shop, "DE", monthly);
    const year = await openSubscription(shop, "US");
    expect(await sub.runAt(sub.createdAt + 360 * DAY)).toBe(0);
    expect(await sub.runAt(sub.createdAt + 367 * DAY)).toBe(1);
    expect(await sub.runAt(sub.createdAt + 368 * DAY)).toBe(1);
    expect(await sub.runAt(sub.createdAt + 2 * 366 * DAY)).toBe(2);
    // The one of its renewal.
    expect([await other.queued(), await year.queued()]).toEqual([0, 1]);
  });
});
