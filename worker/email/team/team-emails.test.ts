import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseDelivery } from "../../admin/notifications/choose-delivery.ts";
import { commit } from "../../db/client.ts";
import type { NotificationDelivery, NotificationKind } from "../../db/schema/notifications.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { scheduleCancellation } from "../../billing/schedule-cancellation.ts";
import { deleteMirroredRows } from "../../testing/fixtures/delete-mirrored-rows.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { createMember, setMemberRole } from "../../testing/fixtures/members.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { sendQueuedEmails } from "../send-queued-emails.ts";
import { queueTeamEmails } from "./queue-team-emails.ts";
import { recordNotifications } from "./record-notifications.ts";

// All members and notifications of a mode are one shop's.
beforeEach(emptyDatabase);

const FREQUENT = "*/5 * * * *";

type Member = Awaited<ReturnType<typeof createMember>>;

const choose = (member: Member, kind: NotificationKind, delivery: NotificationDelivery) =>
  chooseDelivery(member.context(), { kind, delivery, timeZone: null });

const listSubjects = async (shop: TestShop, { id }: Member) =>
  (await shop.emailsTo(id)).map(({ subject }) => subject);

/** Writes notifications about an order, as syncs of as many customers do. */
async function addSales(shop: TestShop, orderId: string, count: number, now: number) {
  const ctx = shop.ctx(undefined, now);
  await commit(
    ctx.db,
    recordNotifications(
      ctx,
      Array.from({ length: count }, (_, index) => ({
        kind: "sale" as const,
        dedupeKey: `sale ${now} ${index}`,
        sourceType: "order" as const,
        sourceId: orderId,
        facts: { event: "order" },
        amountMinor: 1000,
        currency: index % 2 === 0 ? "usd" : "eur",
      })),
    ),
  );
}

/** Queues and sends what is due at this time. */
async function sendDue(shop: TestShop, now: number) {
  const ctx = shop.ctx(undefined, now);
  await queueTeamEmails(ctx);
  await sendQueuedEmails(ctx);
}

async function buy(shop: TestShop, name = "Field Guide") {
  const bought = await payForNewProduct(shop, { name });
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  await sync();
  const [order] = await shop
    .ctx()
    .db.all<{ id: string }>(sql`SELECT id FROM orders WHERE user_id = ${bought.userId}`);
  return { ...bought, sync, orderId: order!.id };
}

/** The next time that it is eight o'clock in the morning, in a zone that is this many hours ahead of UTC. */
const nextMorning = (hoursAhead = 0) => {
  const eight = (8 - hoursAhead) * HOUR;
  return Math.ceil((Date.now() - eight) / DAY) * DAY + eight;
};

describe("a member with immediate emails about sales", () => {
  it("a sale sends one email, with the price and a link to the order; another sync sends none", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    const { orderId, userId, sync } = await buy(shop);
    await sync();
    await sendDue(shop, Date.now() + HOUR);
    const [email, ...others] = await shop.emailsTo(owner.id);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ subject: "New order: Field Guide, $29.00" });
    for (const part of [email!.text, email!.html]) {
      expect(part).toContain(`/admin/orders/${orderId}`);
      expect(part).toContain("/admin/notifications");
      expect(part).toContain("A Buyer");
    }
    expect((await shop.emailsTo(userId)).map(({ subject }) => subject)).toEqual([
      "Your receipt for Field Guide",
    ]);
  });

  it("many sales of some minutes send one email, with sums for each currency", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    const { orderId } = await buy(shop);
    const now = Date.now() + MINUTE;
    await addSales(shop, orderId, 500, now);
    await sendDue(shop, now);
    expect(await listSubjects(shop, owner)).toEqual(["New order: Field Guide, $29.00"]);
    await sendDue(shop, now + 20 * MINUTE);
    const [, email, ...others] = await shop.emailsTo(owner.id);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("500 sales");
    expect(email!.text).toContain("€2,500.00 and $2,500.00");
    expect(email!.text).toContain("View 480 more");
  });

  it("several runs that queue at the same moment send one email", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    const { orderId } = await buy(shop);
    const now = Date.now() + HOUR;
    await addSales(shop, orderId, 3, now);
    await Promise.all(Array.from({ length: 5 }, () => sendDue(shop, now)));
    await sendDue(shop, now + HOUR);
    // Two runs may send the two emails, in either order.
    const subjects = await listSubjects(shop, owner);
    expect(subjects.toSorted()).toEqual(["3 sales", "New order: Field Guide, $29.00"]);
  });

  it("sales that a rebuild finds again send no email", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    const { userId } = await buy(shop);
    expect(await listSubjects(shop, owner)).toHaveLength(1);
    await deleteMirroredRows(shop, userId);
    await runRebuild(shop);
    await shop.processQueue();
    await sendDue(shop, Date.now() + HOUR);
    expect(await listSubjects(shop, owner)).toEqual(["New order: Field Guide, $29.00"]);
  });

  it("a member who has left the team gets nothing, also of what is queued", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    const { orderId } = await buy(shop);
    await listSubjects(shop, owner);
    const now = Date.now() + HOUR;
    await addSales(shop, orderId, 1, now);
    await queueTeamEmails(shop.ctx(undefined, now));
    await setMemberRole(shop, owner.id, "buyer");
    await sendQueuedEmails(shop.ctx(undefined, now));
    await addSales(shop, orderId, 1, now + DAY);
    await sendDue(shop, now + DAY);
    expect(await listSubjects(shop, owner)).toEqual(["New order: Field Guide, $29.00"]);
  });
});

describe("a daily digest", () => {
  it("a digest is sent once in the morning, with counts, sums and links; an empty day has none", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const admin = await createMember(shop, "admin");
    const { orderId } = await buy(shop);
    const sub = await subscribe(shop);
    await scheduleCancellation(sub.userContext(), {
      id: sub.id,
      feedback: "too_expensive",
      comment: "Not at this price",
    });
    expect(await listSubjects(shop, admin)).toEqual([]);
    const first = nextMorning();
    await sendDue(shop, first - MINUTE);
    expect(await listSubjects(shop, admin)).toEqual([]);
    await sendDue(shop, first);
    await sendDue(shop, first + HOUR);
    const [email, ...others] = await shop.emailsTo(admin.id);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Daily digest for Tidewater: 2 sales, 1 cancellation");
    expect(email!.text).toContain("$38.00");
    expect(email!.text).toContain(`/admin/orders/${orderId}`);
    expect(email!.text).toContain("Too expensive");
    await sendDue(shop, first + DAY);
    expect(await listSubjects(shop, admin)).toHaveLength(1);
  });

  it("a digest is sent later if the shop stood still in the morning, and once", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const admin = await createMember(shop, "admin");
    const { orderId } = await buy(shop);
    const night = nextMorning() + 17 * HOUR;
    await sendDue(shop, night);
    expect(await listSubjects(shop, admin)).toEqual(["Daily digest for Tidewater: 1 sale"]);
    await addSales(shop, orderId, 1, night);
    await sendDue(shop, nextMorning() + DAY - MINUTE);
    expect(await listSubjects(shop, admin)).toHaveLength(1);
    await sendDue(shop, nextMorning() + DAY);
    expect(await listSubjects(shop, admin)).toHaveLength(2);
  });

  it("a digest comes at eight in the member's time zone", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const admin = await createMember(shop, "admin");
    await chooseDelivery(admin.context(), {
      kind: "sale",
      delivery: "daily",
      timeZone: "Asia/Tokyo",
    });
    const { orderId } = await buy(shop);
    const eightInTokyo = nextMorning(9);
    await addSales(shop, orderId, 1, eightInTokyo - HOUR);
    await sendDue(shop, eightInTokyo - MINUTE);
    expect(await listSubjects(shop, admin)).toEqual([]);
    await sendDue(shop, eightInTokyo);
    expect(await listSubjects(shop, admin)).toEqual(["Daily digest for Tidewater: 2 sales"]);
  });
});

describe("what a member has turned off", () => {
  it("what a member has turned off is not reported when it happens, nor after it is turned on again", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    await choose(owner, "sale", "off");
    const { orderId } = await buy(shop);
    await sendDue(shop, nextMorning());
    await choose(owner, "sale", "immediate");
    await sendDue(shop, nextMorning() + HOUR);
    expect(await listSubjects(shop, owner)).toEqual([]);
    await addSales(shop, orderId, 1, nextMorning() + HOUR);
    await sendDue(shop, nextMorning() + HOUR);
    expect(await listSubjects(shop, owner)).toHaveLength(1);
  });

  it("support gets no notifications until they choose", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const support = await createMember(shop, "support");
    await buy(shop);
    await sendDue(shop, nextMorning());
    expect(await listSubjects(shop, support)).toEqual([]);
    await choose(support, "sale", "immediate");
    await buy(shop, "Second");
    expect(await listSubjects(shop, support)).toEqual(["New order: Second, $29.00"]);
  });
});

describe("immediate emails to the team", () => {
  it("a cancellation is reported at once with its reason, and its end only once", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    await choose(owner, "cancellation", "immediate");
    await choose(owner, "sale", "off");
    const sub = await subscribe(shop);
    const reason = { feedback: "missing_features", comment: "No dark mode" } as const;
    await scheduleCancellation(sub.userContext(), { id: sub.id, ...reason });
    await sub.advanceDays(32);
    await sub.sync();
    await sendDue(shop, Date.now() + 33 * DAY);
    const [email, ...others] = await shop.emailsTo(owner.id);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Subscription canceled: A Product (missing features)");
    expect(email!.text).toContain("No dark mode");
    expect(email!.text).toContain(`/admin/subscriptions/${sub.id}`);
  });

  it("a failed renewal is reported once, however often Stripe tries", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    await choose(owner, "renewal_failed", "immediate");
    await choose(owner, "sale", "off");
    const sub = await subscribe(shop);
    const failing = await shop.ctx().stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: (await sub.atStripe()).customer as string,
    });
    await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
      default_payment_method: failing.id,
    });
    await sub.advanceDays(32);
    await sub.advanceDays(2);
    await sub.sync();
    expect(await listSubjects(shop, owner)).toEqual(["Renewal failed: A Product, $9.00 a month"]);
  });

  it("a dispute is reported with its amount and its last day, and so is how it ends", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    await choose(owner, "sale", "off");
    const { sync } = await buy(shop);
    const { stripe } = shop.ctx();
    const [charge] = (await stripe.charges.list()).data;
    await shop.control("disputes", { charge: charge!.id });
    await sync();
    await sync();
    const [opened] = await shop.emailsTo(owner.id);
    expect(opened!.subject).toBe("Payment disputed: Field Guide, $29.00");
    expect(opened!.text).toContain("Respond by: ");
    const [dispute] = (await stripe.disputes.list()).data;
    await shop.control(`disputes/${dispute!.id}/close`, { outcome: "won" });
    await sync();
    await sendDue(shop, Date.now() + HOUR);
    expect(await listSubjects(shop, owner)).toEqual([
      "Payment disputed: Field Guide, $29.00",
      "Dispute won: Field Guide, $29.00",
    ]);
  });

  it("the scheduled job reports what was lost in the moment after the commit", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    const { orderId } = await buy(shop);
    await shop.emailsTo(owner.id);
    const now = Date.now() + HOUR;
    await addSales(shop, orderId, 1, now);
    await runCron(shop.ctx(undefined, now), FREQUENT);
    expect(await listSubjects(shop, owner)).toHaveLength(2);
  });
});
