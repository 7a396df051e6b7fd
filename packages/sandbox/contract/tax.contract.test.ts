import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";

let connection: StripeConnection;
let stripe: Stripe;
let registration: Stripe.Tax.Registration;

/** A place where nearly everything digital is taxed at one rate. */
const address = {
  country: "AU",
  line1: "1 Macquarie Street",
  city: "Sydney",
  state: "NSW",
  postal_code: "2000",
};

beforeAll(async () => {
  ({ stripe } = connection = await connectToStripe());
  const { head_office, defaults } = await stripe.tax.settings.retrieve();
  if (!head_office || !defaults.tax_behavior)
    await stripe.tax.settings.update({
      head_office: { address: { country: "US", state: "CA", postal_code: "94111" } },
      defaults: { tax_behavior: "exclusive" },
    });
  registration = await stripe.tax.registrations.create({
    country: "AU",
    country_options: { au: { type: "standard" } },
    active_from: "now",
  });
});
afterAll(async () => {
  await stripe.tax.registrations.update(registration.id, { expires_at: "now" });
  await connection.close();
});

const sumTaxes = (taxes: { amount: number }[] | null) =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** Creates a subscription with automatic tax, from June 1, for a taxed customer. */
async function createTaxedSubscription(behavior: "exclusive" | "inclusive") {
  const { clock, customer } = await connection.createCustomerAt("2027-06-01");
  await stripe.customers.update(customer.id, { address });
  const price = await connection.createPrice(3000, { tax_behavior: behavior });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    automatic_tax: { enabled: true },
    expand: ["latest_invoice"],
  });
  return { clock, customer, subscription, invoice: subscription.latest_invoice as Stripe.Invoice };
}

describe("automatic tax", () => {
  it("tax on top of the price is added to the total, and not to the lines or the subtotal", async () => {
    const { invoice } = await createTaxedSubscription("exclusive");
    expect(invoice).toMatchObject({
      subtotal: 3000,
      total_excluding_tax: 3000,
      automatic_tax: { enabled: true, status: "complete" },
      lines: { data: [{ amount: 3000 }] },
    });
    expect(invoice.total_taxes).toMatchObject([
      { tax_behavior: "exclusive", taxable_amount: 3000 },
    ]);
    expect(sumTaxes(invoice.total_taxes)).toBeGreaterThan(0);
    expect(invoice.total).toBe(3000 + sumTaxes(invoice.total_taxes));
  });

  it("tax within the price leaves the total as it is", async () => {
    const { invoice } = await createTaxedSubscription("inclusive");
    expect(invoice).toMatchObject({ subtotal: 3000, total: 3000 });
    expect(sumTaxes(invoice.total_taxes)).toBeGreaterThan(0);
    expect(invoice.total_excluding_tax).toBe(3000 - sumTaxes(invoice.total_taxes));
  });

  it("tax of a plan change is negative for what is credited, and the preview has it", async () => {
    const { clock, subscription } = await createTaxedSubscription("exclusive");
    await connection.advanceClock(clock.id, "2027-06-16");
    const larger = await connection.createPrice(9000, { tax_behavior: "exclusive" });
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: subscription.items.data[0]!.id, price: larger.id }],
        proration_behavior: "always_invoice",
      },
    });
    const credited = preview.lines.data.filter(({ amount }) => amount < 0);
    expect(credited).toHaveLength(1);
    expect(sumTaxes(credited[0]!.taxes)).toBeLessThan(0);
    expect(preview.total).toBe(preview.subtotal + sumTaxes(preview.total_taxes));
  });

  it("400 for a customer without an address", async () => {
    const { customer } = await connection.createCustomerAt("2027-06-01");
    const price = await connection.createPrice(3000);
    await expect(
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        automatic_tax: { enabled: true },
      }),
    ).rejects.toMatchObject({ statusCode: 400, code: "customer_tax_location_invalid" });
  });

  it("400 for a price that would change from included to added", async () => {
    const price = await connection.createPrice(3000, { tax_behavior: "inclusive" });
    await expect(
      stripe.prices.update(price.id, { tax_behavior: "exclusive" }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it("tax at a checkout waits for the address if the customer has none", async () => {
    const { id: customer } = await stripe.customers.create({ email: "contract@example.com" });
    const price = await connection.createPrice(3000, { tax_behavior: "exclusive" });
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "https://example.com/",
      automatic_tax: { enabled: true },
      customer_update: { address: "auto" },
    });
    expect(session).toMatchObject({
      amount_subtotal: 3000,
      amount_total: 3000,
      automatic_tax: { enabled: true, status: "requires_location_inputs" },
    });
    await stripe.checkout.sessions.expire(session.id);
  });
});

describe("discounts of a subscription", () => {
  it("discounts of a subscription are expanded in a list, to the coupon and for each item", async () => {
    const { customer, subscription } = await createTaxedSubscription("exclusive");
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "forever" });
    await stripe.subscriptions.update(subscription.id, { discounts: [{ coupon: coupon.id }] });
    const { data } = await stripe.subscriptions.list({
      customer: customer.id,
      expand: ["data.discounts.source.coupon", "data.items.data.discounts"],
    });
    expect(data[0]).toMatchObject({
      discounts: [{ end: null, source: { coupon: { id: coupon.id, percent_off: 10 } } }],
      items: { data: [{ discounts: [] }] },
    });
    await stripe.coupons.del(coupon.id);
  });
});

describe("consent", () => {
  const params = {
    mode: "setup",
    currency: "usd",
    success_url: "https://example.com/",
  } as const satisfies Stripe.Checkout.SessionCreateParams;

  it("consent is refused without a URL of the terms, in words that name the terms of service", async () => {
    const asked = stripe.checkout.sessions.create({
      ...params,
      consent_collection: { terms_of_service: "required" },
    });
    // With a key, the account may have such a URL.
    expect(
      await asked.then(
        (session) => session.consent_collection?.terms_of_service,
        (error: Stripe.errors.StripeError) => `${error.statusCode} ${error.message}`,
      ),
    ).toMatch(/^required$|^400 .*terms of service/);
  });

  it("400 for its text where it is not asked for", async () => {
    await expect(
      stripe.checkout.sessions.create({
        ...params,
        custom_text: { terms_of_service_acceptance: { message: "I agree." } },
      }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });
});

it("400 for a portal where customers may change their details, but none in particular", async () => {
  await expect(
    stripe.billingPortal.configurations.create({
      features: { customer_update: { enabled: true, allowed_updates: [] } },
    }),
  ).rejects.toMatchObject({ statusCode: 400 });
});
