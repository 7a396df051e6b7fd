import { describe, expect, it } from "vitest";
import guide from "../../docs/guides/stripe.md?raw";
import { createDiscount } from "../admin/discounts/create-discount.ts";
import { showOrder } from "../admin/orders/show-order.ts";
import { refundPayment } from "../billing/refund-payment.ts";
import { answerSubscriptionDispute } from "../admin/subscriptions/answer-subscription-dispute.ts";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { showStripeState } from "../admin/customers/show-stripe-state.ts";
import { runDoctor } from "../admin/doctor/run-doctor.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { taxSettings } from "../settings/tax-settings.ts";
import { deleteAccount } from "../account/delete-account.ts";
import { changePlan } from "../billing/change-plan.ts";
import { openPortal } from "../shop/billing/open-portal.ts";
import { previewPlanChange } from "../billing/preview-plan-change.ts";
import { showBilling } from "../shop/billing/show-billing.ts";
import { backfillEvents } from "../sync/sweeps/backfill-events.ts";
import { dismissAlert } from "../admin/overview/alerts.ts";
import { mirrorPayouts } from "../sync/sweeps/mirror-payouts.ts";
import { runSweep } from "../sync/sweeps/run-sweep.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { monthly, payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { eventTypes } from "./event-types.ts";
import { findMissingPermissions, keyPermissions, readMissingPermissions } from "./permissions.ts";

const allNames = keyPermissions.map(({ name }) => name);

/** Opens a shop whose restricted key has only these permissions. */
async function openRestrictedShop(permissions: string[]): Promise<TestShop> {
  const owner = openTestShop();
  const { key } = await owner.control<{ key: string }>("restricted-keys", { permissions });
  return openTestShop({ stripeKey: key });
}

type LoggedRequest = { method: string; path: string; status: number; permissions: string[] };

async function listRequests(shop: TestShop): Promise<LoggedRequest[]> {
  return (await shop.control<{ requests: LoggedRequest[] }>("requests")).requests;
}

describe("a shop with a restricted key", () => {
  it("a shop with a restricted key works with exactly the listed permissions, and uses each of them", async () => {
    const shop = await openRestrictedShop(allNames);
    const ctx = shop.ctx();

    // What the setup does.
    await shop.control("webhooks", { mode: "hold" });
    const { webhookEndpoints, billingPortal } = ctx.stripe;
    await webhookEndpoints.list();
    await webhookEndpoints.create({ url: "http://localhost:9/hook", enabled_events: eventTypes });
    await billingPortal.configurations.list({ active: true });
    await createDiscount(ctx, {
      name: "Launch",
      off: { kind: "percent", percentOff: 10 },
      duration: "once",
      firstPurchaseOnly: false,
      productIds: [],
    });
    const tax = await taxSettings.read(ctx);
    await taxSettings.save(ctx, { ...tax, automatic: true });
    await taxSettings.save(ctx, { ...tax, automatic: false });

    const bought = await payForNewProduct(shop);
    await syncStripeCustomer(ctx, { customerId: bought.customerId, force: true });
    const [order] = await listOrders(ctx, { userId: bought.userId });
    await showOrder(ctx, { id: order!.id });
    await refundPayment(
      ctx,
      { of: "order", targetId: order!.id, paymentIntentId: order!.stripePaymentIntentId! },
      { refundedMinor: 0, reason: "requested_by_customer" },
    );

    const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
    const subscriber = await subscribe(shop, { prices: [monthly, yearly] });
    const { userId, id, product } = subscriber;
    const choice = { id, priceId: product.prices[1]!.id };
    const { prorationDate } = await previewPlanChange(shop.asUser(userId), choice);
    await changePlan(shop.asUser(userId), { ...choice, prorationDate });
    await showBilling(shop.asUser(userId), { userId });
    await showSubscription(ctx, { id });
    await openPortal(shop.asUser(userId), { flow: "card" });
    await showStripeState(ctx, { userId });
    await runSweep(ctx, { pages: 50 });
    await backfillEvents(ctx);
    await mirrorPayouts(ctx);
    const charge = (await ctx.stripe.charges.list({ limit: 1 })).data[0]!.id;
    const { id: reviewId } = await shop.control<{ id: string }>("reviews", { charge });
    await syncStripeCustomer(ctx, { customerId: subscriber.customerId, force: true });
    await dismissAlert(ctx, { id: reviewId });
    const { id: disputeId } = await shop.control<{ id: string }>("disputes", { charge });
    await syncStripeCustomer(ctx, { customerId: subscriber.customerId, force: true });
    const evidence = { uncategorized_text: "They use it daily." };
    await answerSubscriptionDispute(ctx, { id, disputeId, evidence });
    await deleteAccount(shop.asUser(userId));

    // A key that may not read its account learns the account's id from the refusal.
    const requests = (await listRequests(shop)).filter(({ path }) => path !== "/v1/account");
    expect(requests.filter(({ status }) => status === 403)).toEqual([]);
    const needed = new Set(requests.flatMap(({ permissions }) => permissions));
    const isCoveredByWrite = (name: string) => needed.has(name.replace(/_read$/, "_write"));
    expect(
      [...needed].filter((name) => name.endsWith("_write") || !isCoveredByWrite(name)).toSorted(),
    ).toEqual(allNames.toSorted());
  });

  it("the doctor lists the permissions that a key lacks, and nothing changes at Stripe", async () => {
    const missing = ["customer_write", "event_read", "charge_write"];
    const shop = await openRestrictedShop(allNames.filter((name) => !missing.includes(name)));
    const eventsBefore = (await listEvents(shop)).length;
    const { checks } = await runDoctor(shop.ctx());
    expect(checks.find(({ id }) => id === "stripe_key")).toMatchObject({
      state: "broken",
      message: expect.stringMatching(
        /^The restricted key is missing 3 permissions: Charges and Refunds \(Write\), .*Customers \(Write\), .*Events \(Read\), /,
      ),
      link: { url: "https://dashboard.stripe.com/test/apikeys" },
    });
    expect(checks.find(({ id }) => id === "deliveries")).toMatchObject({
      state: "broken",
      message: expect.stringContaining("event_read"),
    });
    expect(await listEvents(shop)).toHaveLength(eventsBefore);
  });
});

/** Lists what happened in the account of a shop, whatever the shop's own key may read. */
async function listEvents(shop: TestShop) {
  return (await shop.control<{ events: unknown[] }>("events")).events;
}

it.each(allNames)("the probe for %s finds only this permission missing", async (name) => {
  const shop = await openRestrictedShop(allNames.filter((other) => other !== name));
  const found = await findMissingPermissions(shop.ctx().stripe, { maxNetworkRetries: 0 });
  expect(found.map((permission) => permission.name)).toEqual([name]);
});

it("a secret key is missing nothing, and the doctor offers a restricted one", async () => {
  const shop = openTestShop();
  // Otherwise the products of other tests would be of another account.
  await shop.createPublishedProduct({});
  expect(await findMissingPermissions(shop.ctx().stripe, {})).toEqual([]);
  const { checks } = await runDoctor(shop.ctx());
  const check = checks.find(({ id }) => id === "stripe_key");
  expect(check).toMatchObject({ state: "ok" });
  const { pathname, searchParams } = new URL(check!.link!.url);
  expect(pathname).toBe("/test/apikeys/create");
  expect(searchParams.getAll("permissions[]")).toEqual(allNames.map((name) => `rak_${name}`));
});

it("both wordings of Stripe's refusal name the permission", () => {
  const start =
    "The provided key 'rk_test_...abcd' does not have the required permissions for this endpoint on account 'acct_1'.";
  expect(
    readMissingPermissions(
      `Permission denied. ${start} Enabling "Prices Read" ('plan_read') permissions on this key would allow this request to continue.`,
    ),
  ).toEqual(["plan_read"]);
  expect(
    readMissingPermissions(
      `${start} Having the 'rak_payment_intent_read', 'rak_checkout_session_read' permissions would allow this request to continue.`,
    ),
  ).toEqual(["payment_intent_read", "checkout_session_read"]);
  expect(readMissingPermissions(start)).toEqual([]);
});

it("the guide lists every permission, and no other", () => {
  const rows = [...guide.matchAll(/^\| (.+?) \| (Read|Write) \| `(\w+)` \| (.+?) \|$/gm)];
  expect(rows.map(([, label, level, name]) => ({ label, level, name }))).toEqual(
    keyPermissions.map(({ label, level, name }) => ({ label, level, name })),
  );
});

describe("every call to Stripe in the code", () => {
  const sources = import.meta.glob("../**/*.ts", { query: "?raw", import: "default", eager: true });

  /** What the resources of the client are about, as in the names of permissions. */
  const resources: Record<string, string> = {
    charges: "charge",
    balanceTransactions: "balance_transaction_source",
    configurations: "customer_portal",
    coupons: "coupon",
    customers: "customer",
    disputes: "dispute",
    endpoints: "webhook",
    events: "event",
    invoicePayments: "invoice",
    invoices: "invoice",
    paymentIntents: "payment_intent",
    payouts: "payout",
    paymentMethods: "payment_method",
    prices: "plan",
    products: "product",
    promotionCodes: "promotion_code",
    "radar.earlyFraudWarnings": "charge",
    refunds: "charge",
    reviews: "review",
    setupIntents: "setup_intent",
    subscriptionItems: "subscription",
    subscriptionSchedules: "subscription",
    subscriptions: "subscription",
    webhookEndpoints: "webhook",
    "checkout.sessions": "checkout_session",
    "billingPortal.sessions": "customer_portal",
    "tax.registrations": "tax_settings",
    "tax.settings": "tax_settings",
  };
  const isTest = (file: string) => /\.test\.ts$|^\.\.\/testing\//.test(file);
  const code = Object.entries(sources).filter(([file]) => !isTest(file));
  const calls = code.flatMap(([file, source]) =>
    [...source.matchAll(/\bstripe\.((?:[a-zA-Z]+\.)+)([a-zA-Z]+)\(/g)].map(
      ([, path = "", method = ""]) => ({ file, resource: path.slice(0, -1), method }),
    ),
  );

  it("every call to Stripe in the code needs only listed permissions", () => {
    expect(calls.length).toBeGreaterThan(40);
    const unknown = calls.filter(({ resource }) => !isLocal(resource) && !findResource(resource));
    expect(unknown, "add the resource to this test").toEqual([]);
    const missing = calls.filter(({ resource, method }) => {
      if (isLocal(resource)) return false;
      const reads = ["list", "retrieve", "search", "listPaymentMethods", "listLineItems"];
      const about = method === "listPaymentMethods" ? "payment_method" : findResource(resource);
      const allowed = [`${about}_write`, ...(reads.includes(method) ? [`${about}_read`] : [])];
      return !allowed.some((name) => allNames.includes(name));
    });
    expect(missing).toEqual([]);
  });

  /** Parts of the client that send nothing. */
  const isLocal = (resource: string) => resource === "webhooks" || resource === "errors";
  const findResource = (resource: string) =>
    resources[resource] ?? resources[resource.replace(/^billingPortal\./, "")];
});
