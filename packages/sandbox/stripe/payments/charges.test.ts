import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { catchStripeError } from "../../testing/catch-stripe-error.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const order = { amount: 1900, currency: "usd", source: "tok_visa" };

describe("a charge without a payment intent", () => {
  it("a token is charged at once, with a balance transaction and one event", async () => {
    const { stripe, events } = createTestAccount(sandbox);
    const charge = await stripe.charges.create({
      ...order,
      description: "A thing",
      metadata: { order: "7" },
      receipt_email: "ann@example.com",
      expand: ["balance_transaction"],
    });
    expect(charge).toMatchObject({
      status: "succeeded",
      paid: true,
      captured: true,
      amount_captured: 1900,
      customer: null,
      description: "A thing",
      metadata: { order: "7" },
      payment_intent: null,
      payment_method: expect.stringMatching(/^card_/),
      payment_method_details: { type: "card", card: { last4: "4242" } },
      receipt_email: "ann@example.com",
      source: { id: charge.payment_method, object: "card", brand: "Visa", last4: "4242" },
      balance_transaction: { amount: 1900, fee: 85, net: 1815, type: "charge", source: charge.id },
    });
    const happened = await events();
    expect(happened.map(({ type }) => type)).toEqual(["charge.succeeded"]);
    expect(happened[0]?.data.object).toMatchObject({
      balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect((await stripe.charges.list()).data.map(({ id }) => id)).toEqual([charge.id]);
    expect(await stripe.balanceTransactions.list({ source: charge.id })).toMatchObject({
      data: [{ net: 1815 }],
    });
  });

  it("an idempotency key makes one charge of two requests", async () => {
    const { stripe } = createTestAccount(sandbox);
    const idempotencyKey = "order-7";
    const first = await stripe.charges.create(order, { idempotencyKey });
    expect((await stripe.charges.create(order, { idempotencyKey })).id).toBe(first.id);
    expect(
      await catchStripeError(stripe.charges.create({ ...order, amount: 2000 }, { idempotencyKey })),
    ).toMatchObject({ type: "StripeIdempotencyError" });
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it.each([
    ["tok_chargeDeclined", "card_declined", "generic_decline"],
    ["tok_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["tok_chargeDeclinedExpiredCard", "expired_card", undefined],
    // Nobody can confirm it: a charge has no 3-D Secure.
    ["tok_authenticationRequired", "card_declined", "authentication_required"],
  ])("%s answers 402 %s, and the failed charge is kept", async (source, code, declineCode) => {
    const { stripe, events } = createTestAccount(sandbox);
    const error = await catchStripeError(stripe.charges.create({ ...order, source }));
    expect(error).toMatchObject({ statusCode: 402, type: "StripeCardError", code });
    expect(error.decline_code || undefined).toBe(declineCode);
    expect(await stripe.charges.retrieve(error.charge!)).toMatchObject({
      status: "failed",
      paid: false,
      captured: false,
      failure_code: code,
      balance_transaction: null,
    });
    expect((await events()).map(({ type }) => type)).toEqual(["charge.failed"]);
    expect(await catchStripeError(stripe.refunds.create({ charge: error.charge! }))).toMatchObject({
      statusCode: 400,
    });
  });

  it.each([
    ["without a source or a customer", { source: undefined }, 400, "parameter_missing"],
    ["of an unknown token", { source: "tok_none" }, 400, "resource_missing"],
    ["of a payment method", { source: "pm_card_visa" }, 400, "resource_missing"],
    [
      "of an unknown customer",
      { customer: "cus_none", source: undefined },
      400,
      "resource_missing",
    ],
    ["of 49 cents", { amount: 49 }, 400, "amount_too_small"],
    ["of nine digits", { amount: 100_000_000 }, 400, "amount_too_large"],
    ["without an amount", { amount: undefined }, 400, "parameter_missing"],
    [
      "with a long descriptor",
      { statement_descriptor: "Longer than twenty-two letters" },
      400,
      undefined,
    ],
    ["in a transfer group", { transfer_group: "order-7" }, 400, "parameter_unknown"],
  ])("a charge %s is refused, and nothing is charged", async (_name, change, statusCode, code) => {
    const { stripe } = createTestAccount(sandbox);
    const error = await catchStripeError(
      stripe.charges.create({ ...order, ...(change as Partial<typeof order>) }),
    );
    expect(error).toMatchObject({ statusCode, ...(code && { code }) });
    expect((await stripe.charges.list()).data).toEqual([]);
  });

  it("a held amount is captured in part, and only once", async () => {
    const { stripe, events } = createTestAccount(sandbox);
    const held = await stripe.charges.create({ ...order, capture: false });
    expect(held).toMatchObject({
      status: "succeeded",
      paid: true,
      captured: false,
      amount_captured: 0,
      balance_transaction: null,
    });
    expect(await catchStripeError(stripe.charges.capture(held.id, { amount: 1901 }))).toMatchObject(
      { statusCode: 400, param: "amount" },
    );
    expect(
      await stripe.charges.capture(held.id, { amount: 1000, expand: ["balance_transaction"] }),
    ).toMatchObject({
      captured: true,
      amount: 1900,
      amount_captured: 1000,
      balance_transaction: { amount: 1000 },
    });
    expect(await catchStripeError(stripe.charges.capture(held.id))).toMatchObject({
      code: "charge_already_captured",
    });
    expect((await events()).map(({ type }) => type)).toEqual([
      "charge.succeeded",
      "charge.captured",
    ]);
    expect(await stripe.refunds.create({ charge: held.id })).toMatchObject({ amount: 1000 });
  });

  it("a refund releases a held amount as a whole, without a movement on the balance", async () => {
    const { stripe } = createTestAccount(sandbox);
    const { id } = await stripe.charges.create({ ...order, capture: false });
    expect(
      await catchStripeError(stripe.refunds.create({ charge: id, amount: 100 })),
    ).toMatchObject({ statusCode: 400, param: "amount" });
    expect(await stripe.refunds.create({ charge: id })).toMatchObject({
      amount: 1900,
      payment_intent: null,
      balance_transaction: null,
    });
    expect(await stripe.charges.retrieve(id)).toMatchObject({ refunded: true, captured: false });
    for (const again of [stripe.refunds.create({ charge: id }), stripe.charges.capture(id)])
      expect(await catchStripeError(again)).toMatchObject({ code: "charge_already_refunded" });
    expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  });

  it("an amount that nobody captures within a week is released", async () => {
    const { stripe, control, events } = createTestAccount(sandbox);
    const { id } = await stripe.charges.create({ ...order, capture: false });
    await control("clock", { advanceSeconds: 7 * 86_400 + 1 });
    expect(await stripe.charges.retrieve(id)).toMatchObject({ refunded: true, captured: false });
    expect((await events()).map(({ type }) => type)).toEqual([
      "charge.succeeded",
      "charge.expired",
    ]);
    expect(await catchStripeError(stripe.charges.capture(id))).toMatchObject({
      code: "charge_expired_for_capture",
    });
    expect(await catchStripeError(stripe.refunds.create({ charge: id }))).toMatchObject({
      code: "charge_already_refunded",
    });
  });

  it("a charge is refunded in two parts", async () => {
    const { stripe } = createTestAccount(sandbox);
    const { id } = await stripe.charges.create(order);
    await stripe.refunds.create({ charge: id, amount: 900 });
    expect((await stripe.charges.retrieve(id)).refunded).toBe(false);
    const rest = await stripe.refunds.create({ charge: id, expand: ["balance_transaction"] });
    expect(rest).toMatchObject({ amount: 1000, balance_transaction: { amount: -1000 } });
    expect(await stripe.charges.retrieve(id, { expand: ["refunds"] })).toMatchObject({
      refunded: true,
      amount_refunded: 1900,
      refunds: { data: [{ amount: 1000 }, { amount: 900 }] },
    });
  });

  it("the test tokens of disputes, fraud and failing refunds work", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const charge = (source: string) => stripe.charges.create({ ...order, source });
    const disputed = await charge("tok_createDispute");
    expect(disputed.disputed).toBe(true);
    expect((await stripe.disputes.list({ charge: disputed.id })).data).toMatchObject([
      { status: "needs_response", payment_intent: null },
    ]);
    const reported = await charge("tok_createIssuerFraudRecord");
    const { data: warnings } = await stripe.radar.earlyFraudWarnings.list({ charge: reported.id });
    expect(warnings).toMatchObject([{ actionable: true }]);
    expect(warnings[0]).not.toHaveProperty("payment_intent");
    await control("reviews", { charge: reported.id });
    expect((await stripe.reviews.list()).data).toMatchObject([{ charge: reported.id }]);
    const { id } = await stripe.refunds.create({ charge: (await charge("tok_refundFail")).id });
    await control("clock", { advanceSeconds: 60 });
    expect((await stripe.refunds.retrieve(id)).status).toBe("failed");
  });

  it("the shipping address changes, and the customer of a charge that has none", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const [ann, bob] = [await customer(), await customer()];
    const { id } = await stripe.charges.create(order);
    const shipping = { name: "Ann", address: { line1: "1 Main Street", country: "US" } };
    expect(await stripe.charges.update(id, { customer: ann.id, shipping })).toMatchObject({
      customer: ann.id,
      shipping: { name: "Ann", address: { country: "US", city: null } },
    });
    expect(await catchStripeError(stripe.charges.update(id, { customer: bob.id }))).toMatchObject({
      param: "customer",
    });
  });

  it("a search finds charges by amount, metadata, refund and the digits of the card", async () => {
    const { stripe } = createTestAccount(sandbox);
    const first = await stripe.charges.create({ ...order, metadata: { order: "7" } });
    const second = await stripe.charges.create({ ...order, amount: 5000 });
    await stripe.refunds.create({ charge: second.id });
    const search = async (query: string) =>
      (await stripe.charges.search({ query })).data.map(({ id }) => id);
    expect(await search("amount>2000")).toEqual([second.id]);
    expect(await search('metadata["order"]:"7"')).toEqual([first.id]);
    expect(await search('refunded:"true"')).toEqual([second.id]);
    expect(await search('payment_method_details.card.last4:"4242"')).toEqual([second.id, first.id]);
    expect(await search('payment_method_details.sepa_debit.last4:"4242"')).toEqual([]);
    expect(
      await catchStripeError(stripe.charges.search({ query: 'billing_details.name:"Ann"' })),
    ).toMatchObject({ param: "query" });
  });

  it("a restricted key needs the permission to write charges", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const { body } = await control<{ key: string; secret: string }>("restricted-keys", {
      permissions: ["charge_read"],
    });
    const restricted = createTestAccount(sandbox, body.key ?? body.secret).stripe;
    expect(await catchStripeError(restricted.charges.create(order))).toMatchObject({
      statusCode: 403,
      code: "more_permissions_required",
    });
    const { id } = await stripe.charges.create(order);
    expect((await restricted.charges.retrieve(id)).id).toBe(id);
  });
});

describe("a card that a customer has saved as a source", () => {
  it("a customer is created with a token and charged, also by a subscription", async () => {
    const { stripe, price } = createTestAccount(sandbox);
    const customer = await stripe.customers.create({ source: "tok_visa", expand: ["sources"] });
    const card = customer.default_source as string;
    expect(card).toMatch(/^card_/);
    expect(customer.sources?.data).toMatchObject([{ id: card, customer: customer.id }]);
    const { currency, amount } = order;
    expect(await stripe.charges.create({ amount, currency, customer: customer.id })).toMatchObject({
      status: "succeeded",
      customer: customer.id,
      payment_method: card,
    });
    expect((await stripe.paymentMethods.retrieve(card)).customer).toBe(customer.id);
    const { status } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await price(900)).id }],
    });
    expect(status).toBe("active");
  });

  it("a charge looks at sources only, and at those of its customer", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const { amount, currency } = order;
    // It has a payment method, and one for invoices.
    const ann = await customer("pm_card_visa");
    expect(
      await catchStripeError(stripe.charges.create({ amount, currency, customer: ann.id })),
    ).toMatchObject({ statusCode: 402, code: "missing", type: "StripeCardError" });
    const bob = await stripe.customers.create({ source: "tok_visa" });
    for (const source of [
      "tok_visa",
      bob.default_source as string,
      ann.invoice_settings.default_payment_method as string,
    ])
      expect(
        await catchStripeError(stripe.charges.create({ ...order, customer: ann.id, source })),
      ).toMatchObject({ statusCode: 404, code: "missing", param: "source" });
    // Without its customer, a saved card is unknown.
    expect(
      await catchStripeError(
        stripe.charges.create({ ...order, source: bob.default_source as string }),
      ),
    ).toMatchObject({ code: "resource_missing" });
  });

  it("sources are added, made the default, changed and deleted", async () => {
    const { stripe } = createTestAccount(sandbox);
    const { id } = await stripe.customers.create();
    const first = await stripe.customers.createSource(id, { source: "tok_visa" });
    const second = await stripe.customers.createSource(id, {
      source: "tok_chargeCustomerFail",
      metadata: { a: "1" },
    });
    expect((await stripe.customers.retrieve(id)) as object).toMatchObject({
      default_source: first.id,
    });
    const { amount, currency } = order;
    expect(
      await catchStripeError(
        stripe.charges.create({ amount, currency, customer: id, source: second.id }),
      ),
    ).toMatchObject({ statusCode: 402, code: "card_declined" });
    await stripe.customers.update(id, { default_source: second.id });
    const list = await stripe.customers.listSources(id, { object: "card" });
    expect(list.data.map((source) => source.id)).toEqual([second.id, first.id]);
    expect(
      await stripe.customers.updateSource(id, second.id, { name: "Ann", exp_month: "7" }),
    ).toMatchObject({ name: "Ann", exp_month: 7, metadata: { a: "1" } });
    expect(await stripe.customers.deleteSource(id, second.id)).toEqual({
      id: second.id,
      object: "card",
      deleted: true,
    });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ default_source: first.id });
    expect(await catchStripeError(stripe.customers.retrieveSource(id, second.id))).toMatchObject({
      statusCode: 404,
    });
  });

  it("a card that the bank refuses is not saved", async () => {
    const { stripe } = createTestAccount(sandbox);
    expect(
      await catchStripeError(stripe.customers.create({ source: "tok_chargeDeclined" })),
    ).toMatchObject({ statusCode: 402, code: "card_declined" });
    expect((await stripe.customers.list()).data).toEqual([]);
    const { id } = await stripe.customers.create({ source: "tok_visa" });
    expect(
      await catchStripeError(stripe.customers.update(id, { source: "tok_chargeDeclined" })),
    ).toMatchObject({ statusCode: 402 });
    expect((await stripe.customers.listSources(id)).data).toHaveLength(1);
  });
});

describe("what else a program changes", () => {
  it("customers are searched, and their payment methods read one by one", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const [ann, bob] = [await customer(), await customer()];
    await stripe.customers.update(bob.id, { email: "bob@example.com", metadata: { team: "9" } });
    const search = async (query: string) =>
      (await stripe.customers.search({ query })).data.map(({ id }) => id);
    expect(await search('email:"ANN@example.com"')).toEqual([ann.id]);
    expect(await search('email~"example" AND metadata["team"]:"9"')).toEqual([bob.id]);
    const method = ann.invoice_settings.default_payment_method as string;
    expect((await stripe.customers.retrievePaymentMethod(ann.id, method)).id).toBe(method);
    expect(
      await catchStripeError(stripe.customers.retrievePaymentMethod(bob.id, method)),
    ).toMatchObject({ statusCode: 404 });
  });

  it("a saved payment method gets a name, metadata and a later expiry", async () => {
    const { stripe, customer, events } = createTestAccount(sandbox);
    const { invoice_settings: settings } = await customer();
    const change = {
      billing_details: { name: "Ann", address: { country: "DE" } },
      card: { exp_month: 7, exp_year: 2040 },
      metadata: { a: "1" },
    };
    expect(
      await stripe.paymentMethods.update(settings.default_payment_method as string, change),
    ).toMatchObject(change);
    expect((await events()).at(-1)?.type).toBe("payment_method.updated");
    const unsaved = await stripe.paymentMethods.create({
      type: "card",
      card: { token: "tok_visa" },
      metadata: { a: "1" },
      billing_details: { phone: "+1 555 0100" },
    });
    expect(unsaved).toMatchObject({
      metadata: { a: "1" },
      billing_details: { phone: "+1 555 0100" },
    });
    expect(await catchStripeError(stripe.paymentMethods.update(unsaved.id, change))).toMatchObject({
      statusCode: 400,
    });
  });

  it("a refund takes metadata, and is not canceled once it is on its way", async () => {
    const { stripe } = createTestAccount(sandbox);
    const { id: charge } = await stripe.charges.create(order);
    const { id } = await stripe.refunds.create({ charge });
    expect(await stripe.refunds.update(id, { metadata: { a: "1" } })).toMatchObject({
      metadata: { a: "1" },
    });
    expect(await catchStripeError(stripe.refunds.cancel(id))).toMatchObject({ statusCode: 400 });
  });
});
