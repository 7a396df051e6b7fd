import { describe, expect, it } from "vitest";
import { DAY, SECOND } from "../../lib/time.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe, type TestSubscription } from "../../testing/fixtures/subscribe.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { endSubscription } from "../../billing/end-subscription.ts";
import { pauseSubscription } from "../../billing/pause-subscription.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import { scheduleCancellation } from "../../billing/schedule-cancellation.ts";
import { listInvoices } from "./list-invoices.ts";
import { openPortal } from "./open-portal.ts";
import { showBilling } from "./show-billing.ts";

const trial = { ...monthly, trialDays: 14 };
const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
/** A card that can be saved, but every charge fails. */
const CARD_FAILING_LATER = "4000000000000341";

async function fetchBilledSubscription(sub: TestSubscription) {
  const { subscriptions } = await showBilling(sub.userContext(), { userId: sub.userId });
  return subscriptions[0]!;
}

describe("what happens next", () => {
  it("a renewal shows its time, Stripe's amount and the card", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly, yearly] });
    const { currentPeriodEnd } = await sub.mirrored();
    expect(await fetchBilledSubscription(sub)).toMatchObject({
      next: { kind: "renews", at: currentPeriodEnd, amountMinor: 900 },
      notice: null,
      pause: null,
      plan: { priceId: sub.product.prices[0]!.id, model: "fixed" },
      actions: ["cancel", "end", "pause", "change_plan"],
      plans: [{ price: { interval: "year", amountMinor: 9000 }, product: { id: sub.product.id } }],
      paymentMethod: { type: "card", brand: "visa", last4: "4242", expMonth: 12 },
      openInvoice: null,
      pendingChangeUntil: null,
    });
  });

  it("trial, scheduled cancellation, pause and ended subscription each show their next step", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] });
    const { trialEnd } = await sub.mirrored();
    expect((await fetchBilledSubscription(sub)).next).toEqual({
      kind: "trial_ends",
      at: trialEnd,
      amountMinor: 900,
    });
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    expect(await fetchBilledSubscription(sub)).toMatchObject({
      next: { kind: "ends", at: trialEnd, amountMinor: null },
      actions: ["keep", "end"],
      plans: [],
    });
    await endSubscription(sub.userContext(), { id: sub.id });
    expect(await fetchBilledSubscription(sub)).toMatchObject({
      next: { kind: "ended", at: (await sub.mirrored()).endedAt },
      actions: [],
    });

    const paused = await subscribe(shop);
    await pauseSubscription(paused.userContext(), { id: paused.id });
    expect(await fetchBilledSubscription(paused)).toMatchObject({
      next: { kind: "paused", at: null, amountMinor: null },
      pause: { resumesAt: null },
      actions: ["end", "resume"],
    });
  });

  it("a failed renewal shows the deadline, the next attempt and where to pay", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] }, { card: CARD_FAILING_LATER });
    await sub.advanceDays(14.1);
    const { pastDueSince } = await sub.mirrored();
    const shown = await fetchBilledSubscription(sub);
    expect(shown).toMatchObject({
      status: "past_due",
      next: { kind: "retrying", amountMinor: 900 },
      notice: { code: "payment_failed", at: pastDueSince! + 14 * DAY },
      openInvoice: { amountMinor: 900, url: expect.stringContaining("http") },
    });
    expect(shown.next.at).toBeGreaterThan(sub.userContext().now);
  });

  it("an older open invoice can be paid while the latest one is a draft", async () => {
    const shop = openTestShop();
    const weekly = { ...trial, interval: "week", trialDays: 7 } as const;
    const sub = await subscribe(shop, { prices: [weekly] }, { card: CARD_FAILING_LATER });
    await sub.advanceDays(7.1);
    const { openInvoice } = await fetchBilledSubscription(sub);
    const { currentPeriodEnd } = await sub.mirrored();
    const { now } = sub.userContext();
    await sub.advanceDays(Math.ceil((currentPeriodEnd! - now) / SECOND + 60) / (DAY / SECOND));
    const { latest_invoice: latest } = await sub.atStripe();
    const { invoices } = shop.ctx().stripe;
    expect(await invoices.retrieve(latest as string)).toMatchObject({ status: "draft" });
    const shown = await fetchBilledSubscription(sub);
    expect(shown).toMatchObject({
      next: { kind: "retrying", amountMinor: 900 },
      openInvoice: { amountMinor: 900, url: openInvoice!.url },
    });
  });

  it("an unpaid subscription can be paid after another period has begun", async () => {
    const shop = openTestShop();
    await shop.control("settings", { afterRetries: "unpaid" });
    const sub = await subscribe(shop, { prices: [trial] }, { card: CARD_FAILING_LATER });
    await sub.advanceDays(34);
    const { openInvoice } = await fetchBilledSubscription(sub);
    await sub.advanceDays(31);
    expect(await fetchBilledSubscription(sub)).toMatchObject({
      status: "unpaid",
      notice: { code: "unpaid" },
      openInvoice: { amountMinor: 900, url: openInvoice!.url },
    });
  });

  it("the next step comes from the mirror alone while Stripe is unavailable", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await shop.control("faults", { match: "GET /v1/subscriptions/*", times: 9, status: 500 });
    await shop.control("faults", { match: "POST /v1/invoices/*", times: 9, status: 500 });
    expect(await fetchBilledSubscription(sub)).toMatchObject({
      next: { kind: "renews", amountMinor: null },
      paymentMethod: null,
      actions: ["cancel", "end", "pause", "change_plan"],
    });
  });
});

describe("an unpaid plan change", () => {
  it("an unpaid plan change grants nothing, shows where to pay, and takes effect once paid", async () => {
    const shop = openTestShop();
    const free = { ...monthly, amountMinor: 0 };
    const sub = await subscribe(shop, { prices: [free, monthly] });
    const preview = await previewPlanChange(sub.userContext(), {
      id: sub.id,
      priceId: sub.product.prices[1]!.id,
    });
    await expect(changePlan(sub.userContext(), { id: sub.id, ...preview })).rejects.toMatchObject({
      code: "payment_failed",
    });
    const shown = await fetchBilledSubscription(sub);
    expect(shown).toMatchObject({
      status: "active",
      price: { amountMinor: 0 },
      openInvoice: { amountMinor: preview.dueNowMinor, url: expect.stringContaining("http") },
      pendingChangeUntil: expect.any(Number),
    });
    const [entry] = await showLibrary(sub.userContext(), { userId: sub.userId });
    expect(entry?.price?.amountMinor).toBe(0);

    const { latest_invoice: invoice } = await sub.atStripe();
    await shop.ctx().stripe.invoices.pay(invoice as string, { paid_out_of_band: true });
    await sub.sync();
    expect(await fetchBilledSubscription(sub)).toMatchObject({
      price: { amountMinor: 900 },
      pendingChangeUntil: null,
    });
  });
});

describe("invoices", () => {
  it("invoices are listed in pages, newest first, with Stripe's URLs", async () => {
    const shop = openTestShop();
    const { userId, customerId, product } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const second = await shop.createPublishedProduct({ prices: [{ ...monthly, currency: "usd" }] });
    await buy(shop, userId, second.prices[0]!.id);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const { subscriptions, orders } = await showBilling(shop.asUser(userId), { userId });

    const first = await listInvoices(shop.asUser(userId), { limit: 1 });
    expect(first).toMatchObject({
      invoices: [
        {
          status: "paid",
          totalMinor: 900,
          dueMinor: 0,
          currency: "usd",
          product: { id: second.id },
          orderId: null,
          subscriptionId: subscriptions[0]!.id,
          hostedUrl: expect.stringContaining("http"),
          pdfUrl: expect.stringContaining("http"),
          receiptUrl: expect.stringContaining("http"),
        },
      ],
      nextCursor: expect.stringMatching(/^in_/),
    });
    const rest = await listInvoices(shop.asUser(userId), { limit: 1, cursor: first.nextCursor! });
    expect(rest).toMatchObject({
      invoices: [
        { totalMinor: 2900, product: { id: product.id }, orderId: orders[0]!.id, status: "paid" },
      ],
      nextCursor: null,
    });
    expect(rest.invoices[0]?.receiptUrl).toContain("http");
  });

  it("an invoice that Stripe made days after the bank was asked has the payment’s receipt", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, {}, "AT611904300234573201");
    await shop.control("clock", { advanceSeconds: (5 * DAY) / SECOND });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const { invoices } = await listInvoices(shop.asUser(userId), { limit: 1 });
    const [charge] = (await shop.ctx().stripe.charges.list({ limit: 1 })).data;
    expect(invoices[0]!.createdAt).toBeGreaterThan(charge!.created * SECOND);
    expect(invoices[0]!.receiptUrl).toBe(charge!.receipt_url);
  });

  it("an invoice names what it charges for, also after the subscription changed to another product", async () => {
    const shop = openTestShop();
    const planGroup = `g-${crypto.randomUUID()}`;
    const sub = await subscribe(shop, { prices: [monthly], planGroup });
    const prices = [{ ...monthly, amountMinor: 1900 }];
    const plus = await shop.createPublishedProduct({ name: "Plus", planGroup, prices });
    const priceId = plus.prices[0]!.id;
    await sub.advanceDays(1);
    const preview = await previewPlanChange(sub.userContext(), { id: sub.id, priceId });
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    const { invoices } = await listInvoices(sub.userContext(), { limit: 9 });
    expect(invoices.map(({ product }) => product?.id)).toEqual([plus.id, sub.product.id]);
  });

  it("the list of invoices is empty without purchases, and never another user's", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const userId = await shop.createUser();
    expect(await listInvoices(shop.asUser(userId), { limit: 20 })).toEqual({
      invoices: [],
      nextCursor: null,
    });
  });
});

describe("Stripe's portal", () => {
  it("the portal opens for the user's own Stripe customer and returns to billing", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { url } = await openPortal(sub.userContext(), {});
    expect(url).toMatch(/^http/);
    const { requests } = await shop.control<{
      requests: { path: string; params: Record<string, string> }[];
    }>("requests");
    const { customer } = await sub.atStripe();
    expect(requests.find(({ path }) => path === "/v1/billing_portal/sessions")?.params).toEqual(
      expect.objectContaining({
        customer,
        return_url: "http://localhost:8787/account/billing?portal=closed",
      }),
    );
  });

  it("Stripe's portal can open directly at the card", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    expect((await openPortal(sub.userContext(), { flow: "card" })).url).toMatch(/^http/);
  });

  it("Stripe's portal is not available to a user without purchases", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    await expect(openPortal(shop.asUser(userId), {})).rejects.toMatchObject({ code: "not_found" });
  });
});

async function buy(shop: TestShop, userId: string, priceId: string) {
  const { url } = await openCheckout(shop.asUser(userId), { priceId });
  await shop.pay(url);
}
