import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  cancelSubscriptionForUser,
  refundSubscription,
} from "../billing/change-subscription-for-user.ts";
import { createGift } from "../gifts/create-gift.ts";
import { revokeGift } from "../gifts/revoke-gift.ts";
import { commit } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { outboxEmails } from "../db/schema/outbox.ts";
import { DAY, MINUTE } from "../lib/time.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { deleteAccount } from "../account/delete-account.ts";
import { changePlan } from "../billing/change-plan.ts";
import { previewPlanChange } from "../billing/preview-plan-change.ts";
import { scheduleCancellation, undoCancellation } from "../billing/schedule-cancellation.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { recordEndedAccess } from "../sync/feed/record-ended-access.ts";
import { endOutageMode, startOutageMode } from "../sync/sweeps/outage-mode.ts";
import { runSweep } from "../sync/sweeps/run-sweep.ts";
import { deleteMirroredRows } from "../testing/fixtures/delete-mirrored-rows.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly, payForNewProduct } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe, type TestSubscription } from "../testing/fixtures/subscribe.ts";
import { sendQueuedEmails } from "./send-queued-emails.ts";

const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;

const openShop = () => openTestShop({ hasEmailSender: true });

/** Subscribes a user to a club, for $9 a month, and waits for the email about it. */
async function subscribeToClub(shop: TestShop, prices: object[] = [monthly], quantity?: number) {
  const product = { name: "Club", prices: prices as (typeof monthly)[] };
  const sub = await subscribe(shop, product, quantity ? { quantity } : {});
  await shop.emailsTo(sub.userId);
  return sub;
}

/** Returns the emails after the first, which is about the purchase. */
async function listNews(shop: TestShop, userId: string) {
  const [, ...news] = await shop.emailsTo(userId);
  return news.map(toUnwrapped);
}

/** The text part has lines of at most 72 characters. */
function toUnwrapped({ subject, text }: { subject: string; text: string }) {
  return { subject, text: text.replaceAll(/(?<!\n)\n(?!\n)/g, " ") };
}

const listNewSubjects = async (shop: TestShop, userId: string) =>
  (await listNews(shop, userId)).map(({ subject }) => subject);

/** Syncs twice, to prove that the second sync tells nothing again. */
async function syncTwice(shop: TestShop, customerId: string) {
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
}

describe("a refund", () => {
  /** Buys a guide for $29. Returns a function that refunds a part of it and syncs. */
  async function buyGuide(shop: TestShop) {
    const { userId, customerId, product } = await payForNewProduct(shop, { name: "Field Guide" });
    await syncTwice(shop, customerId);
    await shop.emailsTo(userId);
    const { stripe } = shop.ctx();
    const charge = (await stripe.charges.list()).data[0]!.id;
    const refund = async (amount: number) => {
      const { id } = await stripe.refunds.create({ charge, amount });
      await syncTwice(shop, customerId);
      return id;
    };
    return { userId, customerId, product, refund };
  }

  it("a partial refund is reported once, with the amount, what was paid and what is left", async () => {
    const shop = openShop();
    const { userId, refund } = await buyGuide(shop);
    await refund(1000);
    const [email, ...others] = await listNews(shop, userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Your refund for Field Guide");
    for (const text of ["$10.00 of your payment of $29.00", "$19.00", "doesn’t change"])
      expect(email!.text).toContain(text);
    await refund(500);
    const [, second] = await listNews(shop, userId);
    for (const text of ["$5.00 of your payment", "Refunded earlier", "$14.00"])
      expect(second!.text).toContain(text);
  });

  it("refunding the rest ends the access, which only the email about the end reports", async () => {
    const shop = openShop();
    const { userId, refund } = await buyGuide(shop);
    await refund(1000);
    await refund(1900);
    expect(await listNewSubjects(shop, userId)).toEqual([
      "Your refund for Field Guide",
      "Your access to Field Guide has ended",
    ]);
  });

  it("a full refund is reported if a gift keeps the access", async () => {
    const shop = openShop();
    const { userId, product, refund } = await buyGuide(shop);
    await createGift(shop.ctx(), { userId, productId: product.id, note: "A thank you" });
    await refund(2900);
    const [, email] = await listNews(shop, userId);
    expect(email!.subject).toBe("Your refund for Field Guide");
    expect(email!.text).toContain("We refunded your payment of $29.00");
  });

  it("a refund is not reported again by a rebuild, nor if the outbox was lost too", async () => {
    const shop = openShop();
    const { userId, refund } = await buyGuide(shop);
    await refund(1000);
    const before = await listNewSubjects(shop, userId);
    const { db } = shop.ctx();
    await commit(db, [db.delete(outboxEmails).where(eq(outboxEmails.userId, userId))]);
    await deleteMirroredRows(shop, userId);
    await runRebuild(shop);
    expect(await listNewSubjects(shop, userId)).toEqual(before);
  });

  it("the email about a subscription's refund says that the subscription continues", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop);
    await refundSubscription(shop.ctx(), {
      id: sub.id,
      amountMinor: 300,
      refundedMinor: 0,
      reason: "requested_by_customer",
      end: false,
    });
    await sub.sync();
    const [email, ...others] = await listNews(shop, sub.userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Your refund for Club");
    expect(email!.text).toContain("$3.00 of your payment of $9.00");
    expect(email!.text).toContain("Your subscription renews on");
  });
});

describe("a cancellation", () => {
  it("a cancellation is reported once, with its end and a link to resume; so is its undoing", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop);
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    await sub.sync();
    const [email, ...others] = await listNews(shop, sub.userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Your subscription to Club is canceled");
    expect(email!.text).toContain("You have access until then, and you won’t be charged again.");
    expect(email!.text).toMatch(/Resume subscription.*\/account\/billing/s);
    await undoCancellation(sub.userContext(), { id: sub.id });
    await sub.sync();
    const [, undone, ...more] = await listNews(shop, sub.userId);
    expect(more).toEqual([]);
    expect(undone!.subject).toBe("Your subscription to Club has been resumed");
    expect(undone!.text).toContain("$9.00 a month");
  });

  it("a cancellation by the team, or then in Stripe's portal, is reported as well", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop);
    await cancelSubscriptionForUser(shop.ctx(), { id: sub.id });
    await undoCancellation(sub.userContext(), { id: sub.id });
    // Stripe's times are in seconds.
    await shop.control("clock", { advanceSeconds: 2 });
    const { stripe } = shop.ctx();
    const { items } = await sub.atStripe();
    await stripe.subscriptions.update(sub.stripeSubscriptionId, {
      cancel_at: items.data[0]!.current_period_end,
    });
    await syncTwice(shop, sub.customerId);
    expect(await listNewSubjects(shop, sub.userId)).toEqual([
      "Your subscription to Club is canceled",
      "Your subscription to Club has been resumed",
      "Your subscription to Club is canceled",
    ]);
  });

  it("a cancellation is not reported if it was undone before the email was sent", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop);
    await shop.emailsTo(sub.userId);
    await shop.control("faults", { match: "POST /mail/emails", times: 1, status: 503 });
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    expect(await listNewSubjects(shop, sub.userId)).toEqual([]);
    await undoCancellation(sub.userContext(), { id: sub.id });
    await shop.emailsTo(sub.userId);
    await sendQueuedEmails(shop.ctx(undefined, Date.now() + 2 * MINUTE));
    expect(await listNewSubjects(shop, sub.userId)).toEqual([
      "Your subscription to Club has been resumed",
    ]);
  });

  it("the email about a canceled free trial says that nothing is charged", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop, [{ ...monthly, trialDays: 14 }]);
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    const [email] = await listNews(shop, sub.userId);
    expect(email!.text).toContain("You have access until then, and you won’t be charged.");
  });
});

describe("a plan change", () => {
  const change = async (sub: TestSubscription, priceId: string, quantity?: number) => {
    const choice = { id: sub.id, priceId, ...(quantity && { quantity }) };
    const preview = await previewPlanChange(sub.userContext(), choice);
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    await sub.sync();
    return preview;
  };

  it("a plan change is reported once, with both plans and what was charged for it", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop, [monthly, yearly]);
    await sub.advanceDays(10);
    const { dueNowMinor } = await change(sub, sub.product.prices[1]!.id);
    const [email, ...others] = await listNews(shop, sub.userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Your plan for Club has changed");
    for (const text of ["$9.00 a month", "$90.00 a year", "View receipt"])
      expect(email!.text).toContain(text);
    const charged = `We charged you $${(dueNowMinor / 100).toFixed(2)} for this change, after deducting`;
    expect(email!.text).toContain(charged);
    await sub.advanceDays(360);
    expect(await listNews(shop, sub.userId)).toHaveLength(1);
  });

  it("the email about a change to a cheaper product names both products and the credit", async () => {
    const shop = openShop();
    const planGroup = `g-${crypto.randomUUID()}`;
    const sub = await subscribe(shop, {
      name: "Club Plus",
      planGroup,
      prices: [{ ...monthly, amountMinor: 1900 }],
    });
    const basic = await shop.createPublishedProduct({ name: "Club", planGroup, prices: [monthly] });
    await sub.advanceDays(10);
    const { creditMinor } = await change(sub, basic.prices[0]!.id);
    const [email, ...others] = await listNews(shop, sub.userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Your plan has changed to Club");
    expect(email!.text).toContain("from Club Plus to Club");
    expect(email!.text).toContain(`We credited you $${(creditMinor / 100).toFixed(2)}`);
  });

  it("the email about a change of seats says how many were added or removed", async () => {
    const shop = openShop();
    const perSeat = { ...monthly, model: "per_seat" };
    const sub = await subscribeToClub(shop, [perSeat], 2);
    await change(sub, sub.product.prices[0]!.id, 5);
    await sub.advanceDays(1);
    await change(sub, sub.product.prices[0]!.id, 4);
    const news = await listNews(shop, sub.userId);
    expect(news.map(({ subject }) => subject)).toEqual([
      "Your subscription to Club now has 5 seats",
      "Your subscription to Club now has 4 seats",
    ]);
    expect(news[0]!.text).toContain("3 seats were added to your subscription to Club.");
    expect(news[0]!.text).toContain("Club, 2 seats: $18.00 a month");
    expect(news[1]!.text).toContain("1 seat was removed from your subscription to Club.");
  });

  it("the email about a change in a free trial says when the first payment is", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop, [{ ...monthly, trialDays: 14 }, yearly]);
    await change(sub, sub.product.prices[1]!.id);
    const [email] = await listNews(shop, sub.userId);
    expect(email!.text).toContain("Your free trial continues.");
    expect(email!.text).not.toContain("We charged");
  });

  it("the email about a change in Stripe's dashboard names only what was charged for it", async () => {
    const shop = openShop();
    const dearer = { ...monthly, amountMinor: 1200 };
    const sub = await subscribeToClub(shop, [monthly, dearer, yearly]);
    const { data: prices } = await shop.ctx().stripe.prices.list();
    const { items } = await sub.atStripe();
    const moveTo = async (amountMinor: number) => {
      const { id: price } = prices.find(({ unit_amount: amount }) => amount === amountMinor)!;
      await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
        items: [{ id: items.data[0]!.id, price }],
        proration_behavior: "none",
      });
      await syncTwice(shop, sub.customerId);
    };
    await moveTo(1200);
    // A new interval starts a new period, which is charged now.
    await moveTo(9000);
    const [first, second, ...others] = await listNews(shop, sub.userId);
    expect(others).toEqual([]);
    expect(first!.subject).toBe("Your plan for Club has changed");
    expect(first!.text).not.toContain("We charged");
    expect(second!.text).toContain("We charged you $90.00 for this change.");
  });
});

describe("the end of a gift", () => {
  async function giveBundle(shop: TestShop, more: { endsAt?: number } = {}) {
    await emptyDatabase();
    const userId = await shop.createUser();
    const { id: productId } = await shop.createPublishedProduct({ name: "Bundle" });
    const gift = await createGift(shop.ctx(), { userId, productId, note: "A thank you", ...more });
    /** Does what cron does at that time. */
    const runAt = async (now: number) => {
      const ctx = shop.ctx({ type: "system", job: "cron" }, now);
      await recordEndedAccess(ctx);
      await sendQueuedEmails(ctx);
    };
    return { userId, productId, gift, runAt };
  }

  it("the end of a gift is announced three days before and when it comes, once each", async () => {
    const shop = openShop();
    const endsAt = Date.now() + 30 * DAY;
    const { userId, runAt } = await giveBundle(shop, { endsAt });
    await runAt(endsAt - 4 * DAY);
    expect(await listNews(shop, userId)).toEqual([]);
    await runAt(endsAt - 2 * DAY);
    await runAt(endsAt - DAY);
    const [reminder, ...others] = await listNews(shop, userId);
    expect(others).toEqual([]);
    expect(reminder!.subject).toMatch(/^Your free access to Bundle ends on /);
    await runAt(endsAt + MINUTE);
    await runAt(endsAt + DAY);
    const [, email, ...more] = await listNews(shop, userId);
    expect(more).toEqual([]);
    expect(email!.subject).toBe("Your access to Bundle has ended");
    expect(email!.text).toMatch(/Your free access to Bundle ended on /);
  });

  it("the end of a revoked gift is reported at once, and not again on its day", async () => {
    const shop = openShop();
    const endsAt = Date.now() + 30 * DAY;
    const { userId, gift, runAt } = await giveBundle(shop, { endsAt });
    await shop.emailsTo(userId);
    await revokeGift(shop.ctx(), { id: gift.id });
    await revokeGift(shop.ctx(), { id: gift.id });
    const [email] = await listNews(shop, userId);
    expect(email!.text).toContain("Tidewater has ended your free access to Bundle.");
    await runAt(endsAt - DAY);
    await runAt(endsAt + DAY);
    expect(await listNews(shop, userId)).toHaveLength(1);
  });

  it("the end of a gift is not reported while another gives the product, nor before outage mode ends", async () => {
    const shop = openShop();
    const endsAt = Date.now() + DAY;
    const { userId, productId, gift, runAt } = await giveBundle(shop, { endsAt });
    await startOutageMode(shop.ctx());
    await runAt(endsAt + MINUTE);
    expect(await listNews(shop, userId)).toEqual([]);
    await endOutageMode(shop.ctx(undefined, endsAt + 2 * MINUTE));
    await runAt(endsAt + 3 * MINUTE);
    expect(await listNewSubjects(shop, userId)).toEqual(["Your access to Bundle has ended"]);

    const second = await createGift(shop.ctx(), { userId, productId, note: "Another" });
    const third = await createGift(shop.ctx(), { userId, productId, note: "One more" });
    await shop.emailsTo(userId);
    const before = await listNews(shop, userId);
    await revokeGift(shop.ctx(), { id: second.id });
    expect(await listNews(shop, userId)).toEqual(before);
    expect([gift.id, third.id]).not.toContain(second.id);
  });
});

describe("the deletion of an account", () => {
  const readRows = (shop: TestShop, userId: string) => {
    const { db } = shop.ctx();
    return db.select().from(outboxEmails).where(eq(outboxEmails.userId, userId));
  };

  it("the deletion is confirmed to the former address, in the former language, which are not kept", async () => {
    const shop = openShop();
    const sub = await subscribeToClub(shop);
    const { db } = shop.ctx();
    const { email } = (await db.select().from(users).where(eq(users.id, sub.userId)).get())!;
    await shop.emailsTo(sub.userId);
    await deleteAccount(sub.userContext());
    const emails = (await shop.emailsToAddress(email!)).map(toUnwrapped);
    const farewells = emails.filter(({ subject }) => subject.includes("deleted"));
    expect(farewells).toMatchObject([{ subject: "Your account at Tidewater has been deleted" }]);
    const { text } = farewells[0]!;
    for (const sentence of [
      "your subscription to Club. You won’t be charged again.",
      "required by law",
    ])
      expect(text).toContain(sentence);
    const rows = await readRows(shop, sub.userId);
    expect(rows).toMatchObject([{ kind: "account_deleted", status: "sent", facts: null }]);
  });

  it("the deletion is confirmed after retries; the address is erased after the last attempt", async () => {
    const shop = openShop();
    const userId = await shop.createUser();
    const { db } = shop.ctx();
    const { email } = (await db.select().from(users).where(eq(users.id, userId)).get())!;
    await shop.control("faults", { match: "POST /mail/emails", times: 1, status: 503 });
    await deleteAccount(shop.asUser(userId));
    expect(await shop.emailsToAddress(email!)).toEqual([]);
    expect(await readRows(shop, userId)).toMatchObject([{ status: "queued", facts: { email } }]);
    await sendQueuedEmails(shop.ctx(undefined, Date.now() + 2 * MINUTE));
    const [farewell, ...others] = await shop.emailsToAddress(email!);
    expect(others).toEqual([]);
    expect(farewell!.text).not.toContain("required by law");
    expect(await readRows(shop, userId)).toMatchObject([{ status: "sent", facts: null }]);
  });

  it("the deletion is not confirmed to an address that was never verified", async () => {
    const shop = openShop();
    const userId = await shop.createUser();
    const { db } = shop.ctx();
    const unverify = { emailVerified: false };
    await commit(db, [db.update(users).set(unverify).where(eq(users.id, userId))]);
    await deleteAccount(shop.asUser(userId));
    expect(await readRows(shop, userId)).toEqual([]);
  });
});

it("webhooks in reverse order, each twice, report each change once; a sweep and a rebuild add nothing", async () => {
  const shop = openShop();
  const sub = await subscribeToClub(shop, [monthly, yearly]);
  const before = new Set((await shop.events()).map(({ id }) => id));
  const { stripe } = shop.ctx();
  const [charge] = (await stripe.charges.list()).data;
  await stripe.refunds.create({ charge: charge!.id, amount: 200 });
  const { items } = await sub.atStripe();
  const { data: prices } = await stripe.prices.list();
  const { id: price } = prices.find(({ unit_amount: amount }) => amount === 9000)!;
  await stripe.subscriptions.update(sub.stripeSubscriptionId, {
    items: [{ id: items.data[0]!.id, price }],
  });
  await stripe.subscriptions.update(sub.stripeSubscriptionId, { cancel_at_period_end: true });
  const events = (await shop.events()).filter(({ id }) => !before.has(id)).toReversed();
  expect(events.length).toBeGreaterThan(3);
  for (const event of events) await shop.deliver(event);
  await shop.processQueue();
  for (const event of events) await shop.deliver(event);
  await shop.processQueue();
  const subjects = [
    "Your plan for Club has changed",
    "Your refund for Club",
    "Your subscription to Club is canceled",
  ];
  expect((await listNewSubjects(shop, sub.userId)).toSorted()).toEqual(subjects);
  await runSweep(shop.ctx(), { pages: 10 });
  await shop.processQueue();
  await runRebuild(shop);
  await sendQueuedEmails(shop.ctx());
  expect((await listNewSubjects(shop, sub.userId)).toSorted()).toEqual(subjects);
});

it("a kind that the seller turned off is not sent, nor after it is turned on again", async () => {
  const shop = openShop();
  const settings = await emailSettings.read(shop.ctx());
  await emailSettings.save(shop.ctx(), { ...settings, cancellation: false });
  const sub = await subscribeToClub(shop);
  await scheduleCancellation(sub.userContext(), { id: sub.id });
  expect(await listNews(shop, sub.userId)).toEqual([]);
  await emailSettings.save(shop.ctx(), settings);
  await sub.sync();
  expect(await listNews(shop, sub.userId)).toEqual([]);
});
