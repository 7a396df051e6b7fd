import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { features } from "../stripe/features.ts";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";
import { comparedTypes, findDeviations } from "./official-keys.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

const url = "https://example.com/return";

/** Creates objects of every type, by the name that the test title shows. */
const sampleObjects: Record<string, () => Promise<unknown>> = {
  account: () => stripe.accounts.retrieveCurrent(),
  product: async () =>
    stripe.products.retrieve((await connection.createPrice(900)).product as string, {
      expand: ["default_price"],
    }),
  price: () => connection.createPrice(900),
  "price with a custom amount": () =>
    stripe.prices.create({
      currency: "usd",
      custom_unit_amount: { enabled: true, minimum: 100, preset: 500 },
      product_data: { name: "Contract: open price" },
    }),
  "customer on a test clock": async () => {
    const { clock, customer } = await connection.createCustomerAt("2027-06-01");
    const methods = await stripe.paymentMethods.list({ customer: customer.id });
    return [clock, customer, methods];
  },
  coupon: async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "once" });
    return [
      coupon,
      await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } }),
    ];
  },
  "subscription with its invoices and payments": async () => {
    const { customer } = await connection.createCustomerAt("2027-06-01");
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "forever" });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await connection.createPrice(900)).id }],
      discounts: [{ coupon: coupon.id }],
      expand: ["latest_invoice.payments", "discounts", "default_payment_method"],
    });
    const [item] = subscription.items.data;
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item!.id, quantity: 2 }] });
    return [
      subscription,
      preview,
      await stripe.invoiceItems.list({ customer: customer.id }),
      await stripe.paymentIntents.list({ customer: customer.id }),
      await stripe.charges.list({ customer: customer.id }),
    ];
  },
  refund: async () => {
    const { customer } = await connection.createCustomerAt("2027-06-01");
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await connection.createPrice(900)).id }],
    });
    const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
    const refund = await stripe.refunds.create({ charge: charge!.id, amount: 100 });
    const refunded = await stripe.paymentIntents.retrieve(charge!.payment_intent as string, {
      expand: ["latest_charge.refunds"],
    });
    expect((refunded.latest_charge as Stripe.Charge).refunds?.data).toMatchObject([
      { id: refund.id, created: refund.created, status: "succeeded" },
    ]);
    return [refund, refunded];
  },
  "payment intents of a program, with their charges": async () => {
    const { id: customer } = await stripe.customers.create({});
    const card = {
      amount: 900,
      currency: "usd",
      customer,
      allowed_payment_method_types: ["card" as const],
      payment_method: "pm_card_visa",
    };
    const expand = ["latest_charge", "payment_method"];
    const paid = await stripe.paymentIntents.create({ ...card, confirm: true, expand });
    const held = await stripe.paymentIntents.create({
      ...card,
      capture_method: "manual",
      confirm: true,
      expand,
    });
    return [
      paid,
      held,
      await stripe.paymentIntents.capture(held.id, {
        expand: ["latest_charge.balance_transaction"],
      }),
      await stripe.paymentIntents.cancel((await stripe.paymentIntents.create(card)).id),
    ];
  },
  "setup intents of a program": async () => {
    const { id: customer } = await stripe.customers.create({});
    const intent = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ["card"],
    });
    return [
      intent,
      await stripe.setupIntents.confirm(intent.id, {
        payment_method: "pm_card_visa",
        expand: ["payment_method"],
      }),
    ];
  },
  "Checkout sessions": async () => {
    const { id: customer } = await stripe.customers.create({ email: "contract@example.com" });
    const { id: price } = await connection.createPrice(900);
    const shared = { customer, success_url: url, expand: ["line_items"] };
    const line_items = [{ price, quantity: 1 }];
    const once = await connection.createPrice(900, { recurring: undefined as never });
    return [
      await stripe.checkout.sessions.create({ ...shared, mode: "subscription", line_items }),
      await stripe.checkout.sessions.create({
        ...shared,
        mode: "payment",
        line_items: [{ price: once.id, quantity: 1 }],
      }),
      await stripe.checkout.sessions.create({
        customer,
        success_url: url,
        mode: "setup",
        currency: "usd",
        expand: ["setup_intent"],
      }),
    ];
  },
  "billing portal": async () => {
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true },
      },
      default_return_url: url,
    });
    const { id: customer } = await stripe.customers.create({});
    const session = await stripe.billingPortal.sessions.create({
      customer,
      configuration: configuration.id,
    });
    return [configuration, session];
  },
  "webhook endpoint": async () => {
    const made = await stripe.webhookEndpoints.create({
      url: "https://example.com/webhook",
      enabled_events: ["invoice.paid"],
    });
    expect(made.secret).toMatch(/^whsec_/);
    const read = await stripe.webhookEndpoints.retrieve(made.id);
    expect(read.secret).toBeUndefined();
    await stripe.webhookEndpoints.del(made.id);
    return read;
  },
};

it("every object type of the stand-in can be compared with the official types", () => {
  const types = features.flatMap(({ objectTypes = [] }) => objectTypes.map(({ type }) => type));
  // Its type is a union of all events.
  const known = new Set<string>([...comparedTypes, "event"]);
  expect(types.filter((type) => !known.has(type))).toEqual([]);
});

it.each(Object.entries(sampleObjects))(
  "%s has the keys of the official types",
  async (_name, make) => {
    expect(findDeviations(await make())).toEqual([]);
  },
);
