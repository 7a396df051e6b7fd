import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const newAccount = () => createTestAccount(sandbox);
const types = (events: Stripe.Event[]) => events.map(({ type }) => type);
const dayInSeconds = 86_400;

describe("an account that sells with Managed Payments by default", () => {
  async function openAccount() {
    const account = newAccount();
    await account.control("settings", { managedPaymentsByDefault: true });
    return account;
  }

  // https://github.com/alexmorrisnz/moodle-paygw_stripe/issues/78
  it.each([
    { custom_text: { submit: { message: "Thank you" } } },
    { automatic_tax: { enabled: true } },
    { tax_id_collection: { enabled: true } },
    { customer_update: { address: "auto" } },
    { adaptive_pricing: { enabled: false } },
  ] satisfies Partial<Stripe.Checkout.SessionCreateParams>[])(
    "a session with %o is refused unless it turns Managed Payments off",
    async (params) => {
      const { openCheckout } = await openAccount();
      const [param] = Object.keys(params);
      await expect(openCheckout(params)).rejects.toMatchObject({
        param,
        message: `${param} cannot be used with Managed Payments, which is enabled by default on your account. Remove ${param}, or pass managed_payments[enabled]=false to disable it for this request.`,
      });
      const off = { managed_payments: { enabled: false } };
      expect(
        await openCheckout({ ...off, custom_text: { submit: { message: "Thanks" } } }),
      ).toMatchObject(off);
    },
  );

  it("what is sold with Managed Payments needs an eligible tax code", async () => {
    const { stripe, openCheckout } = await openAccount();
    await expect(openCheckout({})).rejects.toThrow("the product tax code is missing");
    const price = await stripe.prices.create({
      currency: "usd",
      unit_amount: 2900,
      product_data: { name: "A book", tax_code: "txcd_10302000" },
    });
    const session = await openCheckout({ line_items: [{ price: price.id, quantity: 1 }] });
    expect(session.managed_payments).toEqual({ enabled: true });
    await stripe.products.update(price.product as string, { tax_code: "txcd_20030000" });
    await expect(openCheckout({ line_items: [{ price: price.id, quantity: 1 }] })).rejects.toThrow(
      "this product tax code is ineligible for Managed Payments",
    );
  });
});

describe("a sale with Managed Payments", () => {
  const managed_payments = { enabled: true };

  async function openManaged(monthly = false) {
    const account = newAccount();
    const price = await account.price(2900, {
      ...(!monthly && { recurring: undefined }),
      product_data: { name: "A book", tax_code: "txcd_10302000" },
    });
    const open = (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
      account.openCheckout({
        monthly,
        managed_payments,
        line_items: [{ price: price.id, quantity: 1 }],
        ...params,
      });
    return { ...account, open };
  }

  it("an account that has not accepted the terms of Managed Payments cannot ask for it", async () => {
    const { control, open } = await openManaged();
    await control("settings", { managedPaymentsAccepted: false });
    await expect(open()).rejects.toThrow("accept the Managed Payments terms of service");
  });

  it("Managed Payments refuses the setup mode, own invoices and adjustable quantities", async () => {
    const { stripe, open } = await openManaged();
    const setup = { mode: "setup", currency: "usd", success_url: "https://a.example" } as const;
    await expect(stripe.checkout.sessions.create({ ...setup, managed_payments })).rejects.toThrow(
      "`setup` mode",
    );
    await expect(open({ invoice_creation: { enabled: true } })).rejects.toThrow("invoice_creation");
    const adjustable_quantity = { enabled: true };
    await expect(
      open({ line_items: [{ price: "price_any", quantity: 1, adjustable_quantity }] }),
    ).rejects.toThrow("adjustable_quantity");
  });

  it("Managed Payments adds tax without a registration, and makes the invoice of a one-time sale", async () => {
    const { stripe, open, pay } = await openManaged();
    const { id } = await open();
    await pay(id);
    const paid = await stripe.checkout.sessions.retrieve(id, { expand: ["invoice"] });
    expect(paid).toMatchObject({
      managed_payments,
      amount_total: 3480,
      total_details: { amount_tax: 580 },
      invoice: { status: "paid", total: 3480 },
    });
  });

  // https://github.com/laravel/cashier-stripe/issues/1775
  it("a subscription sold with Managed Payments refuses a payment behavior and a pause", async () => {
    const { stripe, open, pay } = await openManaged(true);
    const { id } = await open();
    await pay(id);
    const { subscription } = await stripe.checkout.sessions.retrieve(id);
    const sold = await stripe.subscriptions.retrieve(subscription as string);
    expect(sold.managed_payments).toEqual({ enabled: true });
    const [item] = sold.items.data;
    const items = [{ id: item!.id, quantity: 2 }];
    await expect(
      stripe.subscriptions.update(sold.id, { items, payment_behavior: "pending_if_incomplete" }),
    ).rejects.toThrow("payment_behavior cannot be updated for Subscriptions created by Checkout");
    await expect(stripe.subscriptions.pause(sold.id)).rejects.toThrow("can't be paused");
    const updated = await stripe.subscriptions.update(sold.id, { items });
    expect(updated.items.data[0]!.quantity).toBe(2);
  });
});

describe("a one-time purchase", () => {
  it("a one-time purchase has no payment intent until it is paid, then one with a charge", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout({
      metadata: { order: "1" },
      payment_intent_data: { metadata: { user: "u1" } },
    });
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: 2900,
      livemode: false,
    });
    expect((await pay(session.id)).status).toBe(200);
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent.latest_charge"],
    });
    expect(paid).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      metadata: { order: "1" },
    });
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    const charge = intent.latest_charge as Stripe.Charge;
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 2900,
      metadata: { user: "u1" },
      customer: session.customer,
    });
    expect(charge).toMatchObject({
      paid: true,
      refunded: false,
      amount_refunded: 0,
      payment_method_details: { card: { last4: "4242" } },
    });
    expect((await fetch(charge.receipt_url!)).status).toBe(200);
  });

  it("a one-time purchase creates an invoice with invoice_creation", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout({ invoice_creation: { enabled: true } });
    await pay(session.id);
    const { invoice } = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["invoice.payments"],
    });
    expect(invoice).toMatchObject({
      status: "paid",
      total: 2900,
      parent: null,
      payments: { data: [{ status: "paid", amount_paid: 2900 }] },
    });
    expect((await fetch((invoice as Stripe.Invoice).hosted_invoice_url!)).status).toBe(200);
  });

  it("a purchase of 0 needs no payment", async () => {
    const { stripe, openCheckout, pay, events } = newAccount();
    const session = await openCheckout({ amount: 0 });
    expect(session.payment_status).toBe("no_payment_required");
    await pay(session.id);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
      payment_intent: null,
    });
    expect(types(await events())).not.toContain("payment_intent.created");
  });

  it("a one-time purchase does not convert amounts of currencies without minor units", async () => {
    const { openCheckout, pay } = newAccount();
    const session = await openCheckout({ amount: 2900, currency: "jpy" });
    expect((await pay(session.id)).body.amount_total).toBe(2900);
  });

  it("a one-time purchase accepts a custom amount within the bounds of its price", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const product = await stripe.products.create({ name: "A thing" });
    const price = await stripe.prices.create({
      product: product.id,
      currency: "usd",
      custom_unit_amount: { enabled: true, minimum: 500, preset: 1000 },
    });
    const session = await openCheckout({ line_items: [{ price: price.id, quantity: 1 }] });
    expect(session.amount_total).toBe(1000);
    expect(await pay(session.id, "4242424242424242", { amount: 100 })).toMatchObject({
      status: 400,
      body: { code: "amount_too_small" },
    });
    expect((await pay(session.id, "4242424242424242", { amount: 1500 })).body).toMatchObject({
      amount_total: 1500,
      payment_status: "paid",
    });
  });

  it("a one-time purchase creates the customer of a guest only after payment", async () => {
    const { stripe, pay } = newAccount();
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      customer_creation: "always",
      customer_email: "guest@example.com",
      success_url: "http://localhost/",
      line_items: [
        {
          price_data: { currency: "usd", unit_amount: 500, product_data: { name: "A thing" } },
          quantity: 2,
        },
      ],
    });
    await pay(session.id, "4000000000000002");
    expect((await stripe.customers.list()).data).toEqual([]);
    const { body } = await pay(session.id);
    expect(await stripe.customers.retrieve(body.customer as string)).toMatchObject({
      email: "guest@example.com",
    });
    expect(body.amount_total).toBe(1000);
  });

  it("a one-time purchase cannot be paid twice", async () => {
    const { openCheckout, pay } = newAccount();
    const session = await openCheckout();
    await pay(session.id);
    expect(await pay(session.id)).toMatchObject({
      status: 400,
      body: { code: "checkout_session_not_open" },
    });
  });
});

describe("a card that is declined", () => {
  it.each([
    ["4000000000000002", "card_declined", "generic_decline"],
    ["4000000000009995", "card_declined", "insufficient_funds"],
    ["4000000000000069", "expired_card", undefined],
    ["4000000000000127", "incorrect_cvc", undefined],
    ["4000000000000119", "processing_error", undefined],
    ["4000000000000341", "card_declined", "generic_decline"],
    ["4000008260003178", "card_declined", "insufficient_funds"],
    ["4111111111111111", "card_declined", "test_mode_live_card"],
  ])("%s answers %s and leaves the session open", async (card, code, declineCode) => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout();
    const { status, body } = await pay(session.id, card);
    expect({ status, code: body.code, declineCode: body.declineCode }).toEqual({
      status: 402,
      code,
      declineCode,
    });
    const found = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent"],
    });
    expect(found).toMatchObject({
      status: "open",
      payment_intent: {
        status: "requires_payment_method",
        last_payment_error: { code, message: body.message },
      },
    });
  });

  it("a card that is declined can be replaced by another card on the same payment intent", async () => {
    const { stripe, openCheckout, pay, events } = newAccount();
    const session = await openCheckout();
    await pay(session.id, "4000000000000002");
    await pay(session.id);
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
    expect((await stripe.charges.list()).data.map(({ status }) => status)).toEqual([
      "succeeded",
      "failed",
    ]);
    expect(types(await events()).filter((type) => type.startsWith("charge."))).toEqual([
      "charge.failed",
      "charge.succeeded",
    ]);
  });

  it("a declined card does not start a subscription", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout({ monthly: true });
    await pay(session.id, "4000000000000002");
    expect((await stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
    expect((await stripe.checkout.sessions.retrieve(session.id)).subscription).toBeNull();
  });
});

describe("3-D Secure", () => {
  it.each(["4000002500003155", "4000002760003184"])(
    "%s succeeds after authentication",
    async (card) => {
      const { openCheckout, pay, events } = newAccount();
      const session = await openCheckout();
      expect((await pay(session.id, card)).body.payment_status).toBe("paid");
      expect(types(await events())).toContain("payment_intent.requires_action");
    },
  );

  it("3-D Secure that fails leaves the session open", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout();
    const { status, body } = await pay(session.id, "4000002500003155", { authenticate: false });
    expect([status, body.code]).toEqual([402, "payment_intent_authentication_failure"]);
    expect((await stripe.charges.list()).data).toEqual([]);
    expect((await pay(session.id)).status).toBe(200);
  });
});

describe("a subscription", () => {
  it("a subscription starts when it is paid, with its period on the item", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout({
      monthly: true,
      subscription_data: { metadata: { user: "u1" } },
    });
    await pay(session.id);
    const { subscription, invoice, payment_intent } = await stripe.checkout.sessions.retrieve(
      session.id,
      { expand: ["subscription", "invoice.payments"] },
    );
    const [item] = (subscription as Stripe.Subscription).items.data;
    expect(subscription).toMatchObject({
      status: "active",
      metadata: { user: "u1" },
      cancel_at: null,
      billing_mode: { type: "flexible" },
    });
    expect(item!.current_period_end - item!.current_period_start).toBeGreaterThanOrEqual(
      28 * dayInSeconds,
    );
    expect(item!.plan.amount).toBe(2900);
    expect(invoice).toMatchObject({
      status: "paid",
      billing_reason: "subscription_create",
      parent: { subscription_details: { subscription: (subscription as Stripe.Subscription).id } },
      payments: { data: [{ payment: { type: "payment_intent" } }] },
      lines: { data: [{ amount: 2900 }] },
    });
    expect(payment_intent).toBeNull();
  });

  it("a subscription emits its events in Stripe's order", async () => {
    const { openCheckout, pay, events } = newAccount();
    const session = await openCheckout({ monthly: true });
    const before = (await events()).length;
    await pay(session.id);
    const eventTypes = types(await events()).slice(before);
    const order = [
      "payment_method.attached",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "checkout.session.completed",
    ];
    expect(eventTypes).toEqual(expect.arrayContaining(order));
    const positions = [
      "customer.subscription.created",
      "invoice.finalized",
      "invoice.paid",
      "checkout.session.completed",
    ].map((type) => eventTypes.indexOf(type as Stripe.Event.Type));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(eventTypes.at(-1)).toBe("checkout.session.completed");
  });

  it("a trial charges nothing now but saves the card", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout({
      monthly: true,
      subscription_data: {
        trial_period_days: 14,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      },
    });
    expect(session).toMatchObject({ amount_total: 0, payment_status: "no_payment_required" });
    await pay(session.id);
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription.latest_invoice"],
    });
    const {
      status,
      trial_end,
      trial_start,
      default_payment_method,
      latest_invoice,
      items,
      trial_settings,
    } = subscription as Stripe.Subscription;
    expect(status).toBe("trialing");
    expect(trial_end! - trial_start!).toBe(14 * dayInSeconds);
    expect(items.data[0]?.current_period_end).toBe(trial_end);
    expect(default_payment_method).toMatch(/^pm_/);
    expect(trial_settings?.end_behavior.missing_payment_method).toBe("cancel");
    expect(latest_invoice).toMatchObject({ status: "paid", total: 0 });
  });

  it("a setup intent of the customer says why a card was declined for a trial, until one is saved", async () => {
    const { stripe, openCheckout, pay, customer } = newAccount();
    const { id: customerId } = await customer();
    const session = await openCheckout({
      monthly: true,
      customer: customerId,
      subscription_data: { trial_period_days: 14 },
    });
    const list = async () => (await stripe.setupIntents.list({ customer: customerId })).data;
    expect(await list()).toEqual([]);
    expect((await pay(session.id, "4000000000009995")).status).toBe(402);
    expect((await stripe.checkout.sessions.retrieve(session.id)).setup_intent).toBeNull();
    expect(await list()).toMatchObject([
      {
        status: "requires_payment_method",
        last_setup_error: { code: "card_declined", decline_code: "insufficient_funds" },
      },
    ]);
    expect((await pay(session.id)).status).toBe(200);
    expect(await list()).toMatchObject([{ status: "succeeded", last_setup_error: null }]);
  });

  it("a trial accepts a card that can only be saved, and refuses one that cannot", async () => {
    const { openCheckout, pay } = newAccount();
    const trial = { monthly: true, subscription_data: { trial_period_days: 14 } };
    expect((await pay((await openCheckout(trial)).id, "4000000000000341")).status).toBe(200);
    expect((await pay((await openCheckout(trial)).id, "4000000000000002")).status).toBe(402);
  });

  it("400 for a currency other than that of the customer's subscription", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout({ monthly: true });
    await pay(session.id);
    await expect(
      openCheckout({ monthly: true, currency: "eur", customer: session.customer as string }),
    ).rejects.toThrow(/cannot combine currencies/);
    expect(
      (await stripe.customers.retrieve(session.customer as string)) as Stripe.Customer,
    ).toMatchObject({ currency: "usd" });
  });
});

describe("a SEPA debit", () => {
  const succeeds = "AT611904300234573201";
  const fails = "AT861904300235473202";

  it("a SEPA debit completes the session, which stays unpaid until the bank answers", async () => {
    const { openCheckout, pay, control, events } = newAccount();
    const session = await openCheckout({ currency: "eur" });
    expect((await pay(session.id, succeeds)).body).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
    const { body } = await control<Stripe.Checkout.Session>(`checkout/${session.id}/settle`, {
      outcome: "succeeded",
    });
    expect(body.payment_status).toBe("paid");
    const eventTypes = types(await events());
    expect(eventTypes.indexOf("checkout.session.completed")).toBeLessThan(
      eventTypes.indexOf("checkout.session.async_payment_succeeded"),
    );
  });

  it.each([
    [succeeds, "checkout.session.async_payment_succeeded", "paid"],
    [fails, "checkout.session.async_payment_failed", "unpaid"],
  ])("%s is settled automatically after a while", async (iban, event, status) => {
    const { stripe, openCheckout, pay, control, events } = newAccount();
    const session = await openCheckout({ currency: "eur" });
    await pay(session.id, iban);
    await control("clock", { advanceSeconds: 60 });
    expect(types(await events())).toContain(event);
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(status);
  });

  it("a SEPA debit that fails makes its subscription past_due", async () => {
    const { stripe, openCheckout, pay, control } = newAccount();
    const session = await openCheckout({ currency: "eur", monthly: true });
    await pay(session.id, fails);
    expect((await stripe.subscriptions.list()).data[0]?.status).toBe("active");
    await control(`checkout/${session.id}/settle`, { outcome: "failed" });
    expect(
      (await stripe.subscriptions.list({ expand: ["data.latest_invoice"] })).data[0],
    ).toMatchObject({ status: "past_due", latest_invoice: { status: "open" } });
  });
});

describe("an open session", () => {
  it("an open session expires on request and at its expiry time", async () => {
    const { stripe, openCheckout, control, events } = newAccount();
    const asked = await openCheckout();
    expect((await stripe.checkout.sessions.expire(asked.id)).status).toBe("expired");
    await expect(stripe.checkout.sessions.expire(asked.id)).rejects.toThrow(/status of `expired`/);
    const left = await openCheckout();
    await control("clock", { advanceSeconds: dayInSeconds });
    expect(await stripe.checkout.sessions.retrieve(left.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    expect(
      types(await events()).filter((type) => type === "checkout.session.expired"),
    ).toHaveLength(2);
  });

  it("400 for an expiry in less than 30 minutes or more than 24 hours", async () => {
    const { openCheckout } = newAccount();
    const now = Math.floor(Date.now() / 1000);
    await expect(openCheckout({ expires_at: now + 60 })).rejects.toMatchObject({
      param: "expires_at",
    });
    await expect(openCheckout({ expires_at: now + 2 * dayInSeconds })).rejects.toMatchObject({
      param: "expires_at",
    });
  });

  it("sessions can be listed by customer and status", async () => {
    const { stripe, openCheckout, pay } = newAccount();
    const session = await openCheckout();
    await pay((await openCheckout()).id);
    const found = await stripe.checkout.sessions.list({
      status: "open",
      customer: session.customer as string,
    });
    expect(found.data.map(({ id }) => id)).toEqual([session.id]);
  });

  it.each([
    ["a recurring price in payment mode", { mode: "payment", monthly: true }, "mode"],
    ["a one-time price alone in subscription mode", { mode: "subscription" }, "mode"],
    [
      "subscription_data in payment mode",
      { subscription_data: { trial_period_days: 3 } },
      "subscription_data",
    ],
    ["an amount below the minimum", { amount: 10 }, "line_items"],
    ["a customer that does not exist", { customer: "cus_nobody" }, "customer"],
    ["no lines", { line_items: [] }, "line_items"],
  ] as const)("400 for %s", async (_what, params, param) => {
    const { openCheckout } = newAccount();
    await expect(openCheckout(params as object)).rejects.toMatchObject({ statusCode: 400, param });
  });
});
