import type Stripe from "stripe";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { commit } from "../db/client.ts";
import { benefits, productBenefits } from "../db/schema/catalog.ts";
import { grants } from "../db/schema/grants.ts";
import { outboxEmails } from "../db/schema/outbox.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { deleteMirroredRows } from "../testing/fixtures/delete-mirrored-rows.ts";
import { monthly, listAccessReasons } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { createGift } from "../gifts/create-gift.ts";
import { listLibraryItems } from "../delivery/library/list-library-items.ts";
import { runSweep } from "../sync/sweeps/run-sweep.ts";
import { showBilling } from "../shop/billing/show-billing.ts";
import { startOutageMode, endOutageMode } from "../sync/sweeps/outage-mode.ts";
import { attachPage } from "../admin/pages/attach-page.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { changePlan } from "../billing/change-plan.ts";
import { previewPlanChange } from "../billing/preview-plan-change.ts";
import { pauseSubscription, resumeSubscription } from "../billing/pause-subscription.ts";
import { toOrderNumber } from "../shared/order-number.ts";
import { undoCancellation, scheduleCancellation } from "../billing/schedule-cancellation.ts";
import { sendQueuedEmails } from "./send-queued-emails.ts";

const trial = { ...monthly, trialDays: 14 };
const SEPA = "AT611904300234573201";
const SEPA_FAILS = "AT861904300235473202";

/**
 * Buys a product. Returns functions to sync and to find the charge. `sync` runs twice, to prove that the second sync
 * queues no more emails.
 */
async function buyProduct(
  shop: TestShop,
  card?: string,
  product: Parameters<TestShop["createPublishedProduct"]>[0] = { name: "Field Guide" },
) {
  const sold = await shop.createPublishedProduct(product);
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: sold.prices[0]!.id });
  const session = await shop.pay(checkout.url, card);
  const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
  const sync = async (now = Date.now()) => {
    const input = { customerId: customer!.id, force: true };
    await syncStripeCustomer(shop.asUser(userId, now), input);
    await syncStripeCustomer(shop.asUser(userId, now), input);
    // What follows is sent after these emails.
    await shop.emailsTo(userId);
  };
  const { stripe } = shop.ctx();
  const charge = async () => (await stripe.charges.list()).data[0]!;
  return { userId, sold, session, sync, charge };
}

/** Subscribes a user, and waits for the email about it. */
async function subscribeAndWait(shop: TestShop, ...options: Rest) {
  const sub = await subscribe(shop, ...options);
  await shop.emailsTo(sub.userId);
  return sub;
}

type Rest = Parameters<typeof subscribe> extends [TestShop, ...infer Options] ? Options : never;

const listSubjects = async (shop: TestShop, userId: string) =>
  (await shop.emailsTo(userId)).map(({ subject }) => subject);

/** Advances the clock, syncs, and sends the emails due by then. */
async function advanceAndSend(
  shop: TestShop,
  sub: Awaited<ReturnType<typeof subscribe>>,
  days: number,
) {
  await sub.advanceDays(days);
  await sub.sync();
  await sendQueuedEmails(sub.userContext());
}

/** Attaches a card that succeeds to the Stripe customer, and returns its id. */
async function attachCard(shop: TestShop, sub: Awaited<ReturnType<typeof subscribe>>) {
  const { customer } = await sub.atStripe();
  const { paymentMethods } = shop.ctx().stripe;
  return (await paymentMethods.attach("pm_card_visa", { customer: customer as string })).id;
}

describe("a purchase email", () => {
  it("a purchase email is sent once, with the price, the benefits and links to library and billing", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync } = await buyProduct(shop);
    expect(await listSubjects(shop, userId)).toEqual([]);
    await sync();
    await sendQueuedEmails(shop.ctx());
    const [email, ...others] = await shop.emailsTo(userId);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ subject: "Your receipt for Field Guide" });
    for (const part of [email!.text, email!.html]) {
      expect(part).toContain("$29.00");
      expect(part).toContain("The thing");
      expect(part).toMatch(/http:\/\/localhost:8787\/library#ord_/);
      expect(part).toContain("http://localhost:8787/account/billing");
    }
  });

  it("the purchase email for a bank debit is sent when the payment succeeds", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync, session } = await buyProduct(shop, SEPA);
    await sync();
    expect(await listSubjects(shop, userId)).toEqual([]);
    await shop.control(`checkout/${session.id}/settle`, { outcome: "succeeded" });
    await sync();
    expect(await listSubjects(shop, userId)).toEqual(["Your receipt for Field Guide"]);
  });

  it("the purchase email is replaced by a failure email if the bank debit fails", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync, session } = await buyProduct(shop, SEPA_FAILS);
    await sync();
    await shop.control(`checkout/${session.id}/settle`, { outcome: "failed" });
    await sync();
    expect(await listSubjects(shop, userId)).toEqual(["Your payment for Field Guide failed"]);
  });

  it("a purchase email is not sent if the purchase was refunded before the first sync", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync, charge } = await buyProduct(shop);
    await shop.ctx().stripe.refunds.create({ charge: (await charge()).id });
    await sync();
    expect(await listSubjects(shop, userId)).toEqual([]);
  });

  it("a purchase email is not sent if the purchase is first synced a week later", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync } = await buyProduct(shop);
    await sync(Date.now() + 7 * DAY);
    expect(await listSubjects(shop, userId)).toEqual([]);
  });
});

describe("a refund", () => {
  it("a partial refund sends an email about it; a full one, an email about the end of access", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync, charge } = await buyProduct(shop);
    await sync();
    const { id } = await charge();
    await shop.ctx().stripe.refunds.create({ charge: id, amount: 1000 });
    await sync();
    expect((await listSubjects(shop, userId)).slice(1)).toEqual(["Your refund for Field Guide"]);
    await shop.ctx().stripe.refunds.create({ charge: id, amount: 1900 });
    await sync();
    const [, , email, ...others] = await shop.emailsTo(userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Your access to Field Guide has ended");
    expect(email!.text).toContain("refunded in full");
  });

  it("a refund sends no email about ended access if a gift gives the same product", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sold, sync, charge } = await buyProduct(shop);
    await sync();
    const first = await charge();
    await createGift(shop.ctx(), { userId, productId: sold.id, note: "A thank you" });
    await shop.emailsTo(userId);
    await shop.ctx().stripe.refunds.create({ charge: first.id });
    await sync();
    expect(await listSubjects(shop, userId)).toEqual([
      "Your receipt for Field Guide",
      "Tidewater has given you free access to Field Guide",
      "Your refund for Field Guide",
    ]);
  });
});

it("a gift sends one email with its license key and its pages", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const userId = await shop.createUser();
  const { id: pageId } = await createPage(shop.ctx(), {
    slug: `inside-${crypto.randomUUID()}`,
    title: "What is inside",
    excerpt: "",
    body: "",
  });
  await publishPage(shop.ctx(), { id: pageId });
  const sold = await shop.createPublishedProduct({
    name: "Bundle",
    benefits: [
      { type: "license_key", name: "The app", settings: { prefix: "APP" } },
      { type: "page", name: "The pages", settings: {} },
    ],
  });
  const { db } = shop.ctx();
  const [pages] = await db
    .select({ id: benefits.id })
    .from(benefits)
    .innerJoin(productBenefits, eq(productBenefits.benefitId, benefits.id))
    .where(and(eq(productBenefits.productId, sold.id), eq(benefits.type, "page")));
  await attachPage(shop.ctx(), { benefitId: pages!.id, pageId });
  await createGift(shop.ctx(), { userId, productId: sold.id, note: "A thank you" });
  const [email, ...others] = await shop.emailsTo(userId);
  expect(others).toEqual([]);
  expect(email!.text).toContain("Tidewater has given you free access to");
  expect(email!.text).toMatch(/^ {2}APP-[0-9A-Z-]+$/m);
  expect(email!.text).toMatch(/What is inside: http:\/\/localhost:8787\/read\/inside-/);
});

describe("a dispute", () => {
  it.each([
    ["won", []],
    ["lost", ["Your access to Field Guide has ended"]],
  ] as const)(
    "a dispute sends no email while it is open; once %s, it sends %j",
    async (outcome, newSubjects) => {
      const shop = openTestShop({ hasEmailSender: true });
      const { userId, sync, charge } = await buyProduct(shop);
      await sync();
      const dispute = await shop.control<Stripe.Dispute>("disputes", {
        charge: (await charge()).id,
      });
      await sync();
      expect(await listSubjects(shop, userId)).toEqual(["Your receipt for Field Guide"]);
      await shop.control(`disputes/${dispute.id}/close`, { outcome });
      await sync();
      expect((await listSubjects(shop, userId)).slice(1)).toEqual(newSubjects);
    },
  );
});

describe("emails about a subscription", () => {
  it("announce its start, a plan change with its charge, and each renewal once", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const yearly = { ...monthly, interval: "year" as const, amountMinor: 9000 };
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly, yearly] });
    const [, other] = sub.product.prices;
    const preview = await previewPlanChange(sub.userContext(), { id: sub.id, priceId: other!.id });
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    await sub.sync();
    await advanceAndSend(shop, sub, 366);
    await sub.sync();
    expect(await listSubjects(shop, sub.userId)).toEqual([
      "Your subscription to Club has started",
      "Your plan for Club has changed",
      "Your receipt for Club",
    ]);
    const [, changed, receipt] = await shop.emailsTo(sub.userId);
    expect(changed!.text).toMatch(/^Paid with: Visa •••• 4242$/m);
    for (const email of [changed!, receipt!])
      expect(email.text).toContain(`Order number: ${toOrderNumber(sub.id)}\n`);
    expect(receipt!.text).toContain("was renewed. We charged you $90.00.");
    expect(receipt!.text).toMatch(/^Invoice number: .+-0003$/m);
  });

  it("announce a pause, and its end with what was charged for it", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly] });
    await advanceAndSend(shop, sub, 10);
    await pauseSubscription(sub.userContext(), { id: sub.id });
    await advanceAndSend(shop, sub, 90);
    await resumeSubscription(sub.userContext(), { id: sub.id });
    await sub.sync();
    const emails = (await shop.emailsTo(sub.userId)).slice(1);
    expect(emails.map(({ subject }) => subject)).toEqual([
      "Your subscription to Club is paused",
      "Your receipt for Club",
    ]);
    const { amount } = (await shop.ctx().stripe.charges.list()).data[0]!;
    expect(emails[1]!.text.replaceAll("\n", " ")).toContain(
      `The pause of your subscription to Club has ended. We charged you $${(amount / 100).toFixed(2)}.`,
    );
  });

  it("announce a cancellation at once, three days before the end, and at the end", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly] });
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    const { currentPeriodEnd } = await sub.mirrored();
    const days = Math.round((currentPeriodEnd! - Date.now()) / DAY);
    await advanceAndSend(shop, sub, days - 3.5);
    expect(await listSubjects(shop, sub.userId)).toEqual([
      "Your subscription to Club has started",
      "Your subscription to Club is canceled",
    ]);
    await advanceAndSend(shop, sub, 1);
    const [, , soon] = await shop.emailsTo(sub.userId);
    expect(soon!.subject).toMatch(/^Your subscription to Club ends on /);
    expect(soon!.text).toContain("you won’t be charged again");
    await advanceAndSend(shop, sub, 3);
    expect((await listSubjects(shop, sub.userId)).slice(3)).toEqual([
      "Your access to Club has ended",
    ]);
  });

  it("emails about a subscription don't announce an end if the cancellation was undone", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly] });
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    await undoCancellation(sub.userContext(), { id: sub.id });
    await advanceAndSend(shop, sub, 29);
    expect(await listSubjects(shop, sub.userId)).toEqual([
      "Your subscription to Club has started",
      "Your subscription to Club is canceled",
      "Your subscription to Club has been resumed",
    ]);
    const { db } = shop.ctx();
    const rows = await db.select().from(outboxEmails).where(eq(outboxEmails.userId, sub.userId));
    expect(rows.find(({ kind }) => kind === "ending_soon")).toMatchObject({
      status: "skipped",
      error: "no_longer_so",
    });
  });

  it("announce a failed renewal once with the end of the grace period, and then the end of access", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const product = { name: "Club", prices: [{ ...trial, trialDays: 3 }] };
    const sub = await subscribeAndWait(shop, product, { card: "4000000000000341" });
    await advanceAndSend(shop, sub, 3.1);
    const failed = (await listSubjects(shop, sub.userId)).at(-1);
    expect(failed).toBe("Your payment for Club failed");
    const { pastDueSince } = await sub.mirrored();
    const until = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    const [, email] = await shop.emailsTo(sub.userId);
    expect(email!.text).toContain(until.format(pastDueSince! + 14 * DAY));
    expect(email!.text).toContain("/account/billing");
    expect(email!.text).toContain(
      "Your free trial of Club has ended, and the first payment failed.",
    );
    await advanceAndSend(shop, sub, 2);
    await advanceAndSend(shop, sub, 3);
    expect(await listSubjects(shop, sub.userId)).toHaveLength(2);
    await advanceAndSend(shop, sub, 30);
    expect((await listSubjects(shop, sub.userId)).slice(2)).toEqual([
      "Your access to Club has ended",
    ]);
  });

  it("a renewal that the bank asks to confirm leads to the invoice, and names no retry", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly] });
    const { stripe } = shop.ctx();
    const { customer } = await sub.atStripe();
    const { id: card } = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: customer as string,
    });
    await stripe.subscriptions.update(sub.stripeSubscriptionId, { default_payment_method: card });
    await advanceAndSend(shop, sub, 31.1);
    const [, email, ...others] = await shop.emailsTo(sub.userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Confirm your payment for Club");
    expect(email!.text).not.toMatch(/try again|payment method/);
    const { latest_invoice: id } = await sub.atStripe();
    const { hosted_invoice_url: url } = await stripe.invoices.retrieve(id as string);
    expect(email!.text).toContain(url);
    expect(email!.html).toContain(url);
    const { subscriptions } = await showBilling(sub.userContext(), sub);
    const { pastDueSince } = await sub.mirrored();
    const at = pastDueSince! + 14 * DAY;
    expect(subscriptions).toMatchObject([
      {
        notice: { code: "confirmation_required", at },
        next: { kind: "overdue", at, amountMinor: 900 },
        openInvoice: { url },
      },
    ]);
    expect((await runSweep(sub.userContext(), { pages: 50 })).sweep.drifted).toBe(0);

    // Stripe tries again after three days, and the bank asks again.
    await advanceAndSend(shop, sub, 4);
    expect(await listSubjects(shop, sub.userId)).toHaveLength(2);
    await stripe.invoices.pay(id as string, { payment_method: await attachCard(shop, sub) });
    await sub.sync();
    expect(await sub.mirrored()).toMatchObject({ status: "active", paymentNeeds: null });
  });

  it("an emailed invoice is reported when it is overdue, and access lasts for the grace period after that", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly] });
    const { stripe } = shop.ctx();
    await stripe.subscriptions.update(sub.stripeSubscriptionId, {
      collection_method: "send_invoice",
      days_until_due: 20,
    });
    await advanceAndSend(shop, sub, 31.1);
    expect(await sub.mirrored()).toMatchObject({ status: "active", pastDueSince: null });
    await advanceAndSend(shop, sub, 20);
    const { latest_invoice: id } = await sub.atStripe();
    const { due_date: due, hosted_invoice_url: url } = await stripe.invoices.retrieve(id as string);
    const until = due! * SECOND + 14 * DAY;
    const [, email, ...others] = await shop.emailsTo(sub.userId);
    expect(others).toEqual([]);
    expect(email!.subject).toBe("Your invoice for Club is overdue");
    expect(email!.text).toContain(url);
    const [entry] = await listLibraryItems(sub.userContext(), sub);
    expect(entry).toMatchObject({
      access: { active: true, reason: "subscription_past_due", until },
      notice: { code: "invoice_overdue", at: until },
    });
    expect((await runSweep(sub.userContext(), { pages: 50 })).sweep.drifted).toBe(0);
    await advanceAndSend(shop, sub, 14);
    expect((await listSubjects(shop, sub.userId)).slice(2)).toEqual([
      "Your access to Club has ended",
    ]);
  });

  it("remind of the end of a trial a week before, and report its first charge", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [trial] });
    expect(await listSubjects(shop, sub.userId)).toEqual(["Your free trial of Club has started"]);
    await advanceAndSend(shop, sub, 6.9);
    expect(await listSubjects(shop, sub.userId)).toHaveLength(1);
    await advanceAndSend(shop, sub, 0.2);
    const [, reminder] = await shop.emailsTo(sub.userId);
    expect(reminder!.subject).toMatch(/^Your free trial of Club ends on /);
    expect(reminder!.text).toContain("$9.00 a month");
    await advanceAndSend(shop, sub, 8);
    const [, , receipt, ...others] = await shop.emailsTo(sub.userId);
    expect(others).toEqual([]);
    expect(receipt!.text).toContain("Your free trial of Club has ended");
    expect(receipt!.text).toContain("We charged you $9.00.");
  });

  it("announce the end of access if the customer was deleted at Stripe", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly] });
    const { customer } = await sub.atStripe();
    await shop.ctx().stripe.customers.del(customer as string);
    await sub.sync();
    await sub.sync();
    expect((await listSubjects(shop, sub.userId)).slice(1)).toEqual([
      "Your access to Club has ended",
    ]);
  });

  it("emails about a subscription don't announce a subscription that the seller created at Stripe", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribeAndWait(shop, { name: "Club", prices: [monthly] });
    await shop.createPublishedProduct({ name: "Gift", prices: [monthly] });
    const { stripe } = shop.ctx();
    const { customer, default_payment_method: method } = await sub.atStripe();
    const { data } = await stripe.products.list();
    const product = data.find(({ name }) => name === "Gift")!;
    const { data: prices } = await stripe.prices.list({ product: product.id });
    await stripe.subscriptions.create({
      customer: customer as string,
      items: [{ price: prices[0]!.id }],
      default_payment_method: method as string,
    });
    await sub.sync();
    expect(await listAccessReasons(shop, sub.userId)).toHaveLength(2);
    expect(await listSubjects(shop, sub.userId)).toEqual(["Your subscription to Club has started"]);
  });
});

it("paying in two tabs sends one purchase email and one refund email, but none about ended access", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { userId, session, sync } = await buyProduct(shop);
  const { stripe } = shop.ctx();
  await shop.control("clock", { advanceSeconds: 1 });
  const lines = await stripe.checkout.sessions.listLineItems(session.id);
  const second = await stripe.checkout.sessions.create({
    mode: "payment",
    customer: session.customer as string,
    line_items: [{ price: lines.data[0]!.price!.id, quantity: 1 }],
    success_url: "http://localhost:8787/",
    invoice_creation: { enabled: true },
    metadata: session.metadata as Record<string, string>,
  });
  await shop.pay(second.url!);
  await sync();
  await sync();
  expect((await listSubjects(shop, userId)).toSorted()).toEqual([
    "We refunded your second payment for Field Guide",
    "Your receipt for Field Guide",
  ]);
});

describe("in outage mode", () => {
  it("the email about ended access is sent only after outage mode ends", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync, charge } = await buyProduct(shop);
    await sync();
    await startOutageMode(shop.ctx());
    await shop.ctx().stripe.refunds.create({ charge: (await charge()).id });
    await sync();
    expect(await listSubjects(shop, userId)).toEqual(["Your receipt for Field Guide"]);
    await endOutageMode(shop.ctx(undefined, Date.now() + SECOND));
    await sync();
    expect((await listSubjects(shop, userId)).slice(1)).toEqual([
      "Your access to Field Guide has ended",
    ]);
  });
});

describe("emails about earlier purchases", () => {
  it("emails about earlier purchases are not sent again by a rebuild", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync } = await buyProduct(shop);
    await sync();
    const { db } = shop.ctx();
    await commit(db, [db.delete(outboxEmails).where(eq(outboxEmails.userId, userId))]);
    await deleteMirroredRows(shop, userId);
    await runRebuild(shop);
    expect(await listSubjects(shop, userId)).toEqual(["Your receipt for Field Guide"]);
    expect(await db.select().from(grants).where(eq(grants.userId, userId))).toHaveLength(1);
  });

  it("emails about earlier purchases are not sent when an existing shop starts sending emails", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync, charge } = await buyProduct(shop);
    await shop.ctx().stripe.refunds.create({ charge: (await charge()).id });
    await sync();
    const other = await buyProduct(shop);
    await other.sync();
    const { db } = shop.ctx();
    await shop.emailsTo(other.userId);
    await commit(db, [db.delete(outboxEmails)]);
    await sync();
    await other.sync();
    expect(await db.select().from(outboxEmails)).toEqual([]);
    expect(await listSubjects(shop, userId)).toEqual([]);
  });
});
