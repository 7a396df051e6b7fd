import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { catchStripeError } from "../../testing/catch-stripe-error.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const returnUrl = "https://app.example/done?order=1";
const order = { amount: 1900, currency: "usd" };
const cardOnly = { ...order, allowed_payment_method_types: ["card" as const] };

/** Follows the link to the bank's page and answers there. Returns where the browser is sent. */
async function answerBank(
  intent: { next_action: Stripe.PaymentIntent.NextAction | null },
  answer: string,
) {
  const url = intent.next_action?.redirect_to_url?.url ?? "";
  expect(await (await fetch(url)).text()).toContain("Confirm it is you");
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { origin: sandbox.url },
    body: new URLSearchParams({ answer }),
  });
  return new URL(response.headers.get("location") ?? "");
}

describe("a search of payment intents", () => {
  it("a search finds payment intents by status, amount, customer and metadata, page by page", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const { id: ann } = await customer();
    const create = (amount: number, params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      stripe.paymentIntents.create({ ...cardOnly, amount, ...params });
    await create(100, { customer: ann });
    await create(200, { metadata: { order: "A-7" } });
    await create(300, { payment_method: "pm_card_visa", confirm: true, metadata: { order: "B" } });
    const search = async (query: string) =>
      (await stripe.paymentIntents.search({ query })).data.map(({ amount }) => amount);
    expect(await search('status:"succeeded"')).toEqual([300]);
    expect(await search("amount>=200 AND amount<300")).toEqual([200]);
    expect(await search(`customer:"${ann}" OR metadata["order"]:"b"`)).toEqual([300, 100]);
    expect(await search('metadata["order"]~"a-"')).toEqual([200]);
    expect(await search('-metadata["order"]:null')).toEqual([300, 200]);
    const first = await stripe.paymentIntents.search({ query: "amount>0", limit: 2 });
    expect(first).toMatchObject({ has_more: true, data: [{ amount: 300 }, { amount: 200 }] });
    const rest = { query: "amount>0", limit: 2, page: first.next_page! };
    expect((await stripe.paymentIntents.search(rest)).data).toMatchObject([{ amount: 100 }]);
  });

  it("a query that Stripe would not understand is refused", async () => {
    const { stripe } = createTestAccount(sandbox);
    const queries = [
      "",
      "succeeded",
      'shoe:"7"',
      'metadata:"x"',
      "amount>1 AND amount<3 OR amount>9",
    ];
    for (const query of queries)
      expect(await catchStripeError(stripe.paymentIntents.search({ query }))).toMatchObject({
        statusCode: 400,
      });
  });
});

describe("a payment intent", () => {
  it("an intent is created, confirmed with a test card, and listed with its charge", async () => {
    const { stripe, events } = createTestAccount(sandbox);
    const created = await stripe.paymentIntents.create({
      ...order,
      metadata: { order: "1" },
      receipt_email: "ann@example.com",
    });
    expect(created).toMatchObject({
      status: "requires_payment_method",
      automatic_payment_methods: { enabled: true, allow_redirects: "always" },
      client_secret: expect.stringMatching(`^${created.id}_secret_`),
    });
    const paid = await stripe.paymentIntents.confirm(created.id, {
      payment_method: "pm_card_visa",
      return_url: returnUrl,
      expand: ["latest_charge"],
    });
    expect(paid).toMatchObject({
      status: "succeeded",
      amount_received: 1900,
      latest_charge: { paid: true, captured: true, metadata: { order: "1" } },
    });
    expect((await stripe.charges.list({ payment_intent: created.id })).data).toHaveLength(1);
    expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([created.id]);
    expect((await events()).map(({ type }) => type)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
    expect(await stripe.refunds.create({ payment_intent: created.id })).toMatchObject({
      amount: 1900,
      status: "succeeded",
    });
  });

  it("a declined card answers 402 with the intent, which can be paid with another card", async () => {
    const { stripe } = createTestAccount(sandbox);
    const error = await catchStripeError(
      stripe.paymentIntents.create({
        ...cardOnly,
        confirm: true,
        payment_method: "pm_card_visa_chargeDeclinedInsufficientFunds",
      }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "insufficient_funds",
      payment_intent: {
        status: "requires_payment_method",
        last_payment_error: { code: "card_declined" },
      },
    });
    const { id } = error.payment_intent!;
    expect((await stripe.charges.list({ payment_intent: id })).data).toMatchObject([
      { status: "failed", failure_code: "card_declined" },
    ]);
    expect(
      await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
    ).toMatchObject({ status: "succeeded", last_payment_error: null });
  });

  it.each([
    ["complete", "succeeded", "succeeded"],
    ["fail", "failed", "requires_payment_method"],
  ])(
    "after 3-D Secure (%s), the browser returns with the status %s",
    async (answer, redirect, status) => {
      const { stripe } = createTestAccount(sandbox);
      const intent = await stripe.paymentIntents.create({
        ...order,
        confirm: true,
        payment_method: "pm_card_authenticationRequired",
        return_url: returnUrl,
      });
      expect(intent).toMatchObject({
        status: "requires_action",
        next_action: { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl } },
      });
      expect(Object.fromEntries((await answerBank(intent, answer)).searchParams)).toEqual({
        order: "1",
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: redirect,
      });
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
    },
  );

  it("off-session, a card that needs 3-D Secure is declined until it was set up", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const { id } = await customer("pm_card_visa");
    const offSession = { ...cardOnly, customer: id, confirm: true, off_session: true };
    const error = await catchStripeError(
      stripe.paymentIntents.create({
        ...offSession,
        payment_method: "pm_card_authenticationRequiredOnSetup",
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: "authentication_required" });
    const setup = await stripe.setupIntents.create({
      customer: id,
      confirm: true,
      payment_method: "pm_card_authenticationRequiredOnSetup",
      return_url: returnUrl,
    });
    expect((await answerBank(setup, "complete")).searchParams.get("setup_intent")).toBe(setup.id);
    const { status, payment_method: saved } = await stripe.setupIntents.retrieve(setup.id);
    expect(status).toBe("succeeded");
    expect(
      await stripe.paymentIntents.create({ ...offSession, payment_method: saved as string }),
    ).toMatchObject({ status: "succeeded" });
  });

  it("an amount that is captured by hand is held, then taken in part", async () => {
    const { stripe, events } = createTestAccount(sandbox);
    const held = await stripe.paymentIntents.create({
      ...cardOnly,
      capture_method: "manual",
      confirm: true,
      payment_method: "pm_card_visa",
    });
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 1900 });
    expect(
      await catchStripeError(stripe.refunds.create({ payment_intent: held.id })),
    ).toMatchObject({
      statusCode: 400,
    });
    expect(
      await catchStripeError(stripe.paymentIntents.capture(held.id, { amount_to_capture: 1901 })),
    ).toMatchObject({ code: "amount_too_large" });
    expect(
      await stripe.paymentIntents.capture(held.id, {
        amount_to_capture: 1000,
        expand: ["latest_charge.balance_transaction"],
      }),
    ).toMatchObject({
      status: "succeeded",
      amount_received: 1000,
      amount_capturable: 0,
      latest_charge: {
        captured: true,
        amount_captured: 1000,
        balance_transaction: { amount: 1000 },
      },
    });
    expect(await stripe.refunds.create({ payment_intent: held.id })).toMatchObject({
      amount: 1000,
    });
    expect((await events()).map(({ type }) => type)).toContain(
      "payment_intent.amount_capturable_updated",
    );
  });

  it("an authorization that nobody captures within a week is canceled", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const { id } = await stripe.paymentIntents.create({
      ...cardOnly,
      capture_method: "manual",
      confirm: true,
      payment_method: "pm_card_visa",
    });
    await control("clock", { advanceSeconds: 7 * 86_400 + 1 });
    expect(await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] })).toMatchObject({
      status: "canceled",
      cancellation_reason: "automatic",
      latest_charge: { refunded: true, captured: false },
    });
  });

  it("an intent is updated and canceled only before it is paid", async () => {
    const { stripe } = createTestAccount(sandbox);
    const { id } = await stripe.paymentIntents.create(cardOnly);
    expect(
      await stripe.paymentIntents.update(id, { amount: 2000, payment_method: "pm_card_visa" }),
    ).toMatchObject({ amount: 2000, status: "requires_confirmation" });
    await stripe.paymentIntents.confirm(id);
    expect(await catchStripeError(stripe.paymentIntents.cancel(id))).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
    });
    expect(await catchStripeError(stripe.paymentIntents.update(id, { amount: 1 }))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    expect(await stripe.paymentIntents.update(id, { metadata: { seen: "yes" } })).toMatchObject({
      metadata: { seen: "yes" },
    });
    const other = await stripe.paymentIntents.create(cardOnly);
    expect(
      await stripe.paymentIntents.cancel(other.id, { cancellation_reason: "duplicate" }),
    ).toMatchObject({ status: "canceled", cancellation_reason: "duplicate" });
  });

  it("a card that is saved for later belongs to the customer, and to no other", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const [ann, bob] = [await customer(), await customer()];
    const paid = await stripe.paymentIntents.create({
      ...cardOnly,
      customer: ann.id,
      confirm: true,
      payment_method: "pm_card_visa",
      setup_future_usage: "off_session",
    });
    const method = paid.payment_method as string;
    expect((await stripe.paymentMethods.retrieve(method)).customer).toBe(ann.id);
    const retry = { ...cardOnly, confirm: true, payment_method: method };
    expect(await catchStripeError(stripe.paymentIntents.create(retry))).toMatchObject({
      param: "payment_method",
    });
    expect(
      await catchStripeError(stripe.paymentIntents.create({ ...retry, customer: bob.id })),
    ).toMatchObject({ param: "payment_method" });
  });

  it.each([
    [{ amount: 49 }, "amount_too_small"],
    [{ amount: 0 }, "parameter_invalid_integer"],
    [{ customer: "cus_none" }, "resource_missing"],
    [{ payment_method: "pm_none" }, "resource_missing"],
    [{ return_url: returnUrl }, undefined],
  ])("%j is refused with Stripe's error", async (change, code) => {
    const { stripe } = createTestAccount(sandbox);
    expect(
      await catchStripeError(stripe.paymentIntents.create({ ...cardOnly, ...change })),
    ).toMatchObject({
      statusCode: 400,
      code,
    });
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  it("an intent for any way to pay needs a page to return to", async () => {
    const { stripe } = createTestAccount(sandbox);
    const error = await catchStripeError(
      stripe.paymentIntents.create({ ...order, confirm: true, payment_method: "pm_card_visa" }),
    );
    expect(error.message).toContain("you must provide a `return_url`");
  });

  it("a parameter that Stripe's newest version has removed is refused", async () => {
    const { stripe } = createTestAccount(sandbox);
    const removed = { payment_method_types: ["card"] };
    expect(
      await catchStripeError(stripe.paymentIntents.create({ ...order, ...removed })),
    ).toMatchObject({
      code: "parameter_unknown",
      param: "payment_method_types",
    });
  });

  it("an intent of Checkout cannot be confirmed or canceled by itself", async () => {
    const { stripe, openCheckout, pay } = createTestAccount(sandbox);
    const { id } = await openCheckout();
    await pay(id, "4000000000000002");
    const intent = (await stripe.checkout.sessions.retrieve(id)).payment_intent as string;
    expect(
      await catchStripeError(
        stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" }),
      ),
    ).toMatchObject({ statusCode: 400 });
    expect(await catchStripeError(stripe.paymentIntents.cancel(intent))).toMatchObject({
      statusCode: 400,
    });
  });
});

describe("a charge", () => {
  it("a charge takes metadata and a report of fraud, and is captured by itself", async () => {
    const { stripe } = createTestAccount(sandbox);
    const intent = await stripe.paymentIntents.create({
      ...cardOnly,
      capture_method: "manual",
      confirm: true,
      payment_method: "pm_card_visa",
    });
    const id = intent.latest_charge as string;
    expect(
      await stripe.charges.update(id, {
        metadata: { a: "1" },
        fraud_details: { user_report: "safe" },
      }),
    ).toMatchObject({ metadata: { a: "1" }, fraud_details: { user_report: "safe" } });
    expect(await stripe.charges.capture(id)).toMatchObject({ captured: true });
    expect(await catchStripeError(stripe.charges.capture(id))).toMatchObject({
      code: "charge_already_captured",
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  });
});

describe("a setup intent", () => {
  it("a setup intent saves a card for a customer, or is declined or canceled", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const { id } = await customer();
    const card = { customer: id, allowed_payment_method_types: ["card" as const] };
    const saved = await stripe.setupIntents.create({
      ...card,
      confirm: true,
      payment_method: "pm_card_visa",
    });
    expect(saved.status).toBe("succeeded");
    expect((await stripe.paymentMethods.retrieve(saved.payment_method as string)).customer).toBe(
      id,
    );
    const open = await stripe.setupIntents.create(card);
    const error = await catchStripeError(
      stripe.setupIntents.confirm(open.id, { payment_method: "pm_card_visa_chargeDeclined" }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      code: "card_declined",
      setup_intent: { id: open.id, status: "requires_payment_method" },
    });
    expect(await stripe.setupIntents.update(open.id, { description: "Later" })).toMatchObject({
      description: "Later",
    });
    expect(
      await stripe.setupIntents.cancel(open.id, { cancellation_reason: "requested_by_customer" }),
    ).toMatchObject({ status: "canceled", cancellation_reason: "requested_by_customer" });
    expect(await catchStripeError(stripe.setupIntents.cancel(open.id))).toMatchObject({
      code: "setup_intent_unexpected_state",
    });
  });
});

describe("the control API in place of a browser", () => {
  it("an intent is paid with a card number, through 3-D Secure if the card asks for it", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const pay = async (card: string, authenticate = true) => {
      const { id } = await stripe.paymentIntents.create(order);
      const { status, body } = await control<object>(`intents/${id}/pay`, { card, authenticate });
      return { status, body, left: (await stripe.paymentIntents.retrieve(id)).status };
    };
    expect(await pay("4000002760003184")).toMatchObject({ status: 200, left: "succeeded" });
    expect(await pay("4000002760003184", false)).toMatchObject({
      status: 402,
      left: "requires_payment_method",
    });
    expect(await pay("4000000000000002")).toMatchObject({
      status: 402,
      body: { code: "card_declined" },
      left: "requires_payment_method",
    });
    const { id } = await stripe.paymentIntents.create(order);
    await control(`intents/${id}/pay`, { card: "4000002760003184" });
    // No page to go back to has been made up.
    const page = await fetch(`${sandbox.url}/authenticate/${id}`, { redirect: "manual" });
    expect(await page.text()).toContain("You can close this page");
    const setup = await stripe.setupIntents.create();
    expect((await control(`intents/${setup.id}/pay`, {})).body).toMatchObject({
      status: "succeeded",
    });
  });

  it("the first invoice of an incomplete subscription is paid with its secret, and so are renewals", async () => {
    const { stripe, control, price } = createTestAccount(sandbox);
    const { id: customer } = await stripe.customers.create({ email: "ann@example.com" });
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: (await price(900)).id }],
      payment_behavior: "default_incomplete",
      payment_settings: { save_default_payment_method: "on_subscription" },
      expand: ["latest_invoice.confirmation_secret"],
    });
    const { confirmation_secret: secret } = subscription.latest_invoice as Stripe.Invoice;
    const intent = secret!.client_secret.split("_secret_")[0]!;
    expect((await control(`intents/${intent}/pay`, {})).body).toMatchObject({
      id: intent,
      status: "succeeded",
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    await control("clock", { advanceSeconds: 32 * 86_400 });
    const paid = await stripe.invoices.list({ subscription: subscription.id, status: "paid" });
    expect(paid.data.map(({ billing_reason: reason }) => reason)).toEqual([
      "subscription_cycle",
      "subscription_create",
    ]);
  });
});
