import type Stripe from "stripe";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { commit } from "../db/client.ts";
import { benefits, productBenefits } from "../db/schema/catalog.ts";
import { grants } from "../db/schema/grants.ts";
import { mails } from "../db/schema/outbox.ts";
import { DAY, SECOND } from "../lib/time.ts";
import { forgetMirror } from "../testing/delete-mirrored-rows.ts";
import { monthly, reasonsOf } from "../testing/purchases.ts";
import { rebuild } from "../testing/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/subscribe.ts";
import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { findCustomerOfUser } from "../sync/customer/store.ts";
import { syncCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { giveComp } from "../admin/gifts/create-gift.ts";
import { freezeRevocations, unfreezeRevocations } from "../sync/sweeps/freeze-revocations.ts";
import { attachPage } from "../admin/pages/attach-page.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { changePlan } from "../shop/billing/change-plan.ts";
import { previewPlan } from "../shop/billing/preview-plan-change.ts";
import { keepSubscription, scheduleCancellation } from "../shop/billing/schedule-cancellation.ts";
import { sendMails } from "./send-queued-emails.ts";

const trial = { ...monthly, trialDays: 14 };
const SEPA = "AT611904300234573201";
const SEPA_FAILS = "AT861904300235473202";

/** Somebody who pays for something, and the ways to look at it again; every look is two. */
async function buy(
  shop: TestShop,
  card?: string,
  product: Parameters<TestShop["sell"]>[0] = { name: "Field Guide" },
) {
  const sold = await shop.sell(product);
  const userId = await shop.newBuyer();
  const checkout = await openCheckout(shop.as(userId), { priceId: sold.prices[0]!.id });
  const session = await shop.pay(checkout.url, card);
  const customer = await findCustomerOfUser(shop.ctx().db, userId, "test");
  const sync = async (now = Date.now()) => {
    const input = { customerId: customer!.id, force: true };
    await syncCustomer(shop.as(userId, now), input);
    await syncCustomer(shop.as(userId, now), input);
  };
  const { stripe } = shop.ctx();
  const charge = async () => (await stripe.charges.list()).data[0]!;
  return { userId, sold, session, sync, charge };
}

const subjects = async (shop: TestShop, userId: string) =>
  (await shop.mailsTo(userId)).map(({ subject }) => subject);

/** Lets time pass and the mails of that time be sent. */
async function wait(shop: TestShop, sub: Awaited<ReturnType<typeof subscribe>>, days: number) {
  await sub.wait(days);
  await sub.sync();
  await sendMails(sub.holder());
}

describe("a purchase", () => {
  it("is told once, with what it is and where it is", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync } = await buy(shop);
    expect(await subjects(shop, userId)).toEqual([]);
    await sync();
    await sendMails(shop.ctx());
    const [mail, ...others] = await shop.mailsTo(userId);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Field Guide is yours" });
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain("$29.00");
      expect(part).toContain("The thing");
      expect(part).toMatch(/http:\/\/localhost:8787\/library#ord_/);
      expect(part).toContain("http://localhost:8787/account/billing");
    }
  });

  it("by debit is told when the money arrives, not before", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync, session } = await buy(shop, SEPA);
    await sync();
    expect(await subjects(shop, userId)).toEqual([]);
    await shop.control(`checkout/${session.id}/settle`, { outcome: "succeeded" });
    await sync();
    expect(await subjects(shop, userId)).toEqual(["Field Guide is yours"]);
  });

  it("by debit that the bank refuses is told as that", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync, session } = await buy(shop, SEPA_FAILS);
    await sync();
    await shop.control(`checkout/${session.id}/settle`, { outcome: "failed" });
    await sync();
    expect(await subjects(shop, userId)).toEqual([
      "Your payment for Field Guide did not go through",
    ]);
  });

  it("that was refunded before anybody looked is not told", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync, charge } = await buy(shop);
    await shop.ctx().stripe.refunds.create({ charge: (await charge()).id });
    await sync();
    expect(await subjects(shop, userId)).toEqual([]);
  });

  it("that is seen for the first time a week later is not told", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync } = await buy(shop);
    await sync(Date.now() + 7 * DAY);
    expect(await subjects(shop, userId)).toEqual([]);
  });
});

describe("money back", () => {
  it("in part is not told; in full it is", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync, charge } = await buy(shop);
    await sync();
    const { id } = await charge();
    await shop.ctx().stripe.refunds.create({ charge: id, amount: 1000 });
    await sync();
    expect(await subjects(shop, userId)).toHaveLength(1);
    await shop.ctx().stripe.refunds.create({ charge: id, amount: 1900 });
    await sync();
    const [, mail, ...others] = await shop.mailsTo(userId);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe("Your access to Field Guide has ended");
    expect(mail!.text).toContain("refunded in full");
  });

  it("is not told as an end where the person has the same from another purchase", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sold, sync, charge } = await buy(shop);
    await sync();
    const first = await charge();
    await giveComp(shop.ctx(), { userId, productId: sold.id, note: "A thank you" });
    await shop.ctx().stripe.refunds.create({ charge: first.id });
    await sync();
    expect(await subjects(shop, userId)).toEqual(["Field Guide is yours", "Field Guide is yours"]);
  });
});

it("a gift is told as one, once, with its key and its pages", async () => {
  const shop = openTestShop({ mails: true });
  const userId = await shop.newBuyer();
  const { id: pageId } = await createPage(shop.ctx(), {
    slug: `inside-${crypto.randomUUID()}`,
    title: "What is inside",
    excerpt: "",
    body: "",
  });
  await publishPage(shop.ctx(), { id: pageId });
  const sold = await shop.sell({
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
  await giveComp(shop.ctx(), { userId, productId: sold.id, note: "A thank you" });
  const [mail, ...others] = await shop.mailsTo(userId);
  expect(others).toEqual([]);
  expect(mail!.text).toContain("Tidewater gave it to you");
  expect(mail!.text).toMatch(/^ {2}APP-[0-9A-Z-]+$/m);
  expect(mail!.text).toMatch(/What is inside: http:\/\/localhost:8787\/read\/inside-/);
});

describe("a dispute", () => {
  it.each([
    ["won", []],
    ["lost", ["Your access to Field Guide has ended"]],
  ] as const)("open says nothing; %s: %j", async (outcome, told) => {
    const shop = openTestShop({ mails: true });
    const { userId, sync, charge } = await buy(shop);
    await sync();
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: (await charge()).id });
    await sync();
    expect(await subjects(shop, userId)).toEqual(["Field Guide is yours"]);
    await shop.control(`disputes/${dispute.id}/close`, { outcome });
    await sync();
    expect((await subjects(shop, userId)).slice(1)).toEqual(told);
  });
});

describe("a subscription", () => {
  it("is told when it begins; its renewals and a change of plan are not", async () => {
    const shop = openTestShop({ mails: true });
    const yearly = { ...monthly, interval: "year" as const, amountMinor: 9000 };
    const sub = await subscribe(shop, { name: "Club", prices: [monthly, yearly] });
    const [, other] = sub.product.prices;
    const preview = await previewPlan(sub.holder(), { id: sub.id, priceId: other!.id });
    await changePlan(sub.holder(), { id: sub.id, ...preview });
    await sub.sync();
    await wait(shop, sub, 366);
    expect(await subjects(shop, sub.userId)).toEqual(["Your subscription to Club"]);
  });

  it("that is canceled is told of three days before its end, and at its end", async () => {
    const shop = openTestShop({ mails: true });
    const sub = await subscribe(shop, { name: "Club", prices: [monthly] });
    await scheduleCancellation(sub.holder(), { id: sub.id });
    const { currentPeriodEnd } = await sub.mirrored();
    const days = Math.round((currentPeriodEnd! - Date.now()) / DAY);
    await wait(shop, sub, days - 3.5);
    expect(await subjects(shop, sub.userId)).toHaveLength(1);
    await wait(shop, sub, 1);
    const [, soon] = await shop.mailsTo(sub.userId);
    expect(soon!.subject).toMatch(/^Club ends on /);
    expect(soon!.text).toContain("nothing more is charged");
    await wait(shop, sub, 3);
    expect((await subjects(shop, sub.userId)).slice(2)).toEqual(["Your access to Club has ended"]);
  });

  it("that is kept after all is not told to end", async () => {
    const shop = openTestShop({ mails: true });
    const sub = await subscribe(shop, { name: "Club", prices: [monthly] });
    await scheduleCancellation(sub.holder(), { id: sub.id });
    await keepSubscription(sub.holder(), { id: sub.id });
    await wait(shop, sub, 29);
    expect(await subjects(shop, sub.userId)).toEqual(["Your subscription to Club"]);
    const { db } = shop.ctx();
    const rows = await db.select().from(mails).where(eq(mails.userId, sub.userId));
    expect(rows.find(({ kind }) => kind === "ending_soon")).toMatchObject({
      status: "skipped",
      error: "no_longer_so",
    });
  });

  it("whose renewal fails is told of once, with the day until when, and when it is given up", async () => {
    const shop = openTestShop({ mails: true });
    const product = { name: "Club", prices: [{ ...trial, trialDays: 3 }] };
    const sub = await subscribe(shop, product, { card: "4000000000000341" });
    await wait(shop, sub, 3.1);
    const failed = (await subjects(shop, sub.userId)).at(-1);
    expect(failed).toBe("Your payment for Club failed");
    const { pastDueSince } = await sub.mirrored();
    const until = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    const [, mail] = await shop.mailsTo(sub.userId);
    expect(mail!.text).toContain(until.format(pastDueSince! + 14 * DAY));
    expect(mail!.text).toContain("/account/billing");
    await wait(shop, sub, 2);
    await wait(shop, sub, 3);
    expect(await subjects(shop, sub.userId)).toHaveLength(2);
    await wait(shop, sub, 30);
    expect((await subjects(shop, sub.userId)).slice(2)).toEqual(["Your access to Club has ended"]);
  });

  it("whose trial turns into a charge is told of a week before", async () => {
    const shop = openTestShop({ mails: true });
    const sub = await subscribe(shop, { name: "Club", prices: [trial] });
    expect(await subjects(shop, sub.userId)).toEqual(["Your trial of Club has begun"]);
    await wait(shop, sub, 6.9);
    expect(await subjects(shop, sub.userId)).toHaveLength(1);
    await wait(shop, sub, 0.2);
    const [, reminder] = await shop.mailsTo(sub.userId);
    expect(reminder!.subject).toMatch(/^Your trial of Club ends on /);
    expect(reminder!.text).toContain("$9.00 a month");
    await wait(shop, sub, 8);
    expect(await subjects(shop, sub.userId)).toHaveLength(2);
  });

  it("of a customer who was deleted at Stripe is told to be over", async () => {
    const shop = openTestShop({ mails: true });
    const sub = await subscribe(shop, { name: "Club", prices: [monthly] });
    const { customer } = await sub.atStripe();
    await shop.ctx().stripe.customers.del(customer as string);
    await sub.sync();
    await sub.sync();
    expect((await subjects(shop, sub.userId)).slice(1)).toEqual(["Your access to Club has ended"]);
  });

  it("that the seller made at Stripe is no purchase of the buyer's", async () => {
    const shop = openTestShop({ mails: true });
    const sub = await subscribe(shop, { name: "Club", prices: [monthly] });
    await shop.sell({ name: "Gift", prices: [monthly] });
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
    expect(await reasonsOf(shop, sub.userId)).toHaveLength(2);
    expect(await subjects(shop, sub.userId)).toEqual(["Your subscription to Club"]);
  });
});

it("two tabs: the first purchase is told, the second as refunded, and no end", async () => {
  const shop = openTestShop({ mails: true });
  const { userId, session, sync } = await buy(shop);
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
  expect((await subjects(shop, userId)).toSorted()).toEqual([
    "Field Guide is yours",
    "Your second payment for Field Guide is refunded",
  ]);
});

describe("in an outage", () => {
  it("nobody is told that access ended, until it is taken away after its end", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync, charge } = await buy(shop);
    await sync();
    await freezeRevocations(shop.ctx());
    await shop.ctx().stripe.refunds.create({ charge: (await charge()).id });
    await sync();
    expect(await subjects(shop, userId)).toEqual(["Field Guide is yours"]);
    await unfreezeRevocations(shop.ctx(undefined, Date.now() + SECOND));
    await sync();
    expect((await subjects(shop, userId)).slice(1)).toEqual([
      "Your access to Field Guide has ended",
    ]);
  });
});

describe("what was there before", () => {
  it("is not told by a rebuild from nothing", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync } = await buy(shop);
    await sync();
    const { db } = shop.ctx();
    await commit(db, [db.delete(mails).where(eq(mails.userId, userId))]);
    await forgetMirror(shop, userId);
    await rebuild(shop);
    expect(await subjects(shop, userId)).toEqual(["Field Guide is yours"]);
    expect(await db.select().from(grants).where(eq(grants.userId, userId))).toHaveLength(1);
  });

  it("is not told when mails first exist in an old shop", async () => {
    const shop = openTestShop({ mails: true });
    const { userId, sync, charge } = await buy(shop);
    await shop.ctx().stripe.refunds.create({ charge: (await charge()).id });
    await sync();
    const other = await buy(shop);
    await other.sync();
    const { db } = shop.ctx();
    await shop.mailsTo(other.userId);
    await commit(db, [db.delete(mails)]);
    await sync();
    await other.sync();
    expect(await db.select().from(mails)).toEqual([]);
    expect(await subjects(shop, userId)).toEqual([]);
  });
});
