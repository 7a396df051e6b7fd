import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const on = { enabled: true };
const taxed = {
  automatic_tax: on,
  customer_update: { address: "auto", name: "auto" },
} as const;

/** Creates an account that is registered for tax in the United States, where test buyers live. */
async function createRegisteredAccount() {
  const account = createTestAccount(sandbox);
  await account.stripe.tax.registrations.create({
    country: "US",
    country_options: { us: { state: "OR", type: "state_sales_tax" } },
    active_from: "now",
  });
  const pay = async (session: { id: string }, body: object = {}) =>
    (await account.control<Stripe.Checkout.Session>(`checkout/${session.id}/pay`, body)).body;
  /** Opens a checkout with tax for a new price. */
  const open = async (
    behavior: Stripe.PriceCreateParams.TaxBehavior,
    params: Partial<Stripe.Checkout.SessionCreateParams> = {},
    price: Partial<Stripe.PriceCreateParams> = {},
  ) => {
    const { id } = await account.stripe.prices.create({
      currency: "usd",
      unit_amount: 10_000,
      product_data: { name: "A thing" },
      tax_behavior: behavior,
      ...(params.mode === "subscription" && { recurring: { interval: "month" } }),
      ...price,
    });
    return account.openCheckout({ line_items: [{ price: id, quantity: 1 }], ...taxed, ...params });
  };
  return { ...account, pay, open };
}

describe("tax at a checkout", () => {
  it("tax is added to an exclusive price once the address is known, also on the charge and the invoice", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    const session = await open("exclusive", { invoice_creation: on });
    expect(session).toMatchObject({
      amount_total: 10_000,
      automatic_tax: { enabled: true, status: "requires_location_inputs" },
      total_details: { amount_tax: 0 },
    });
    const paid = await pay(session);
    expect(paid).toMatchObject({
      amount_subtotal: 10_000,
      amount_total: 12_000,
      automatic_tax: { status: "complete" },
      total_details: { amount_tax: 2000 },
      customer_details: { address: { country: "US" } },
    });
    const intent = await stripe.paymentIntents.retrieve(paid.payment_intent as string);
    expect(intent.amount_received).toBe(12_000);
    const invoice = await stripe.invoices.retrieve(paid.invoice as string);
    expect(invoice).toMatchObject({
      subtotal: 10_000,
      subtotal_excluding_tax: 10_000,
      total: 12_000,
      total_excluding_tax: 10_000,
      amount_paid: 12_000,
      automatic_tax: { enabled: true, status: "complete" },
      total_taxes: [{ amount: 2000, tax_behavior: "exclusive", taxable_amount: 10_000 }],
    });
    expect((await stripe.customers.retrieve(session.customer as string)) as object).toMatchObject({
      address: { country: "US" },
    });
  });

  it("tax at a checkout is part of an inclusive price, after the discount", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    const coupon = await stripe.coupons.create({ percent_off: 40, duration: "once" });
    const session = await open("inclusive", {
      invoice_creation: on,
      discounts: [{ coupon: coupon.id }],
    });
    const paid = await pay(session);
    expect(paid).toMatchObject({
      amount_subtotal: 10_000,
      amount_total: 6000,
      total_details: { amount_discount: 4000, amount_tax: 1000 },
    });
    const invoice = await stripe.invoices.retrieve(paid.invoice as string);
    expect(invoice).toMatchObject({
      total: 6000,
      total_excluding_tax: 5000,
      total_taxes: [{ amount: 1000, tax_behavior: "inclusive", taxable_amount: 5000 }],
    });
  });

  it("tax follows the account's default for a price that does not say, by currency too", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    expect(await pay(await open("unspecified"))).toMatchObject({ amount_total: 12_000 });
    await stripe.tax.settings.update({ defaults: { tax_behavior: "inferred_by_currency" } });
    expect(await pay(await open("unspecified"))).toMatchObject({ amount_total: 12_000 });
    expect(await pay(await open("unspecified", {}, { currency: "gbp" }))).toMatchObject({
      amount_total: 10_000,
      total_details: { amount_tax: 1667 },
    });
  });

  it("tax at a checkout cannot be moved out of a price, or into it, once the price says where it is", async () => {
    const { stripe, price } = createTestAccount(sandbox);
    const { id } = await price(1000);
    await stripe.prices.update(id, { tax_behavior: "inclusive" });
    await expect(stripe.prices.update(id, { tax_behavior: "exclusive" })).rejects.toMatchObject({
      param: "tax_behavior",
    });
  });

  it("tax at a checkout is not due where the account is not registered, or for a customer who is exempt", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    expect(await pay(await open("exclusive"), { country: "FR" })).toMatchObject({
      amount_total: 10_000,
      total_details: { amount_tax: 0 },
    });
    const exempt = await open("exclusive");
    await stripe.customers.update(exempt.customer as string, { tax_exempt: "reverse" });
    expect(await pay(exempt)).toMatchObject({
      amount_total: 10_000,
      customer_details: { tax_exempt: "reverse" },
    });
  });

  it("tax at a checkout ends with the registration", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    const { data } = await stripe.tax.registrations.list({ status: "active" });
    expect(data).toMatchObject([{ country: "US", status: "active" }]);
    await stripe.tax.registrations.update(data[0]!.id, { expires_at: "now" });
    expect((await stripe.tax.registrations.list({ status: "active" })).data).toEqual([]);
    expect(await pay(await open("exclusive"))).toMatchObject({ amount_total: 10_000 });
  });

  it("saves a VAT id to the customer, and prints it on the invoice", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    const session = await open("exclusive", { tax_id_collection: on, invoice_creation: on });
    const paid = await pay(session, { taxId: "DE 123456789" });
    expect(paid.customer_details?.tax_ids).toEqual([{ type: "eu_vat", value: "DE123456789" }]);
    const invoice = await stripe.invoices.retrieve(paid.invoice as string);
    expect(invoice.customer_tax_ids).toEqual([{ type: "eu_vat", value: "DE123456789" }]);
  });

  it("tells later what the registry says of a VAT id", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const { id } = await stripe.customers.create({});
    for (const value of ["DE000000000", "DE111111111", "DE333333333", "DE222222222"])
      await stripe.customers.createTaxId(id, { type: "eu_vat", value });
    const listStatuses = async () =>
      (await stripe.customers.listTaxIds(id)).data.map(({ verification }) => verification?.status);
    expect(new Set(await listStatuses())).toEqual(new Set(["pending"]));
    await control("clock", { advanceSeconds: 10 });
    expect(await listStatuses()).toEqual(["pending", "unavailable", "unverified", "verified"]);
    const { data } = await stripe.events.list({ type: "customer.tax_id.updated" });
    const before = data.map((event) => event.data.previous_attributes);
    const pending = { verification: expect.objectContaining({ status: "pending" }) };
    expect(before).toEqual([pending, pending, pending]);
  });

  it("a credit note takes back a part of a paid invoice with its tax, and refuses another sum", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    const paid = await pay(await open("exclusive", { invoice_creation: on }));
    const invoice = await stripe.invoices.retrieve(paid.invoice as string);
    const credit = (back: number) =>
      stripe.creditNotes.create({
        invoice: invoice.id,
        lines: [
          { type: "invoice_line_item", invoice_line_item: invoice.lines.data[0]!.id, amount: 2500 },
        ],
        out_of_band_amount: back,
      });
    await expect(credit(2500)).rejects.toMatchObject({ statusCode: 400 });
    const { id } = await credit(3000);
    expect(await stripe.creditNotes.retrieve(id)).toMatchObject({
      number: `${invoice.number}-CN-01`,
      total: 3000,
      total_excluding_tax: 2500,
      lines: { data: [{ amount: 2500, taxes: [{ amount: 500 }] }] },
    });
    const { data } = await stripe.creditNotes.list({ invoice: invoice.id });
    expect(data.map((note) => note.id)).toEqual([id]);
    expect(await stripe.taxRates.retrieve("txr_sandbox")).toMatchObject({ percentage: 20 });
  });

  it("400 if Stripe Tax was never set up, and for a price without a tax behavior", async () => {
    const { stripe, control, open } = await createRegisteredAccount();
    await control("settings", { stripeTax: "unset" });
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      status: "pending",
      head_office: null,
    });
    await expect(open("exclusive")).rejects.toMatchObject({ param: "automatic_tax" });
    await stripe.tax.settings.update({ head_office: { address: { country: "US" } } });
    await expect(open("unspecified")).rejects.toMatchObject({ param: "line_items" });
    expect(await open("exclusive")).toMatchObject({ status: "open" });
  });

  it("tax at a checkout is shown on the page before it is paid", async () => {
    const { open, pay } = await createRegisteredAccount();
    const session = await open("exclusive");
    const page = await (await fetch(session.url!)).text();
    expect(page).toContain("$20.00");
    expect(page).toContain("Pay $120.00");
    expect(page).toContain('name="country"');
    await pay(session);
  });
});

describe("tax of a subscription", () => {
  it("a subscription's tax is in the first invoice, the renewal, and a change and its preview", async () => {
    const { stripe, control, open, pay, price } = await createRegisteredAccount();
    const session = await open("exclusive", { mode: "subscription" });
    const { subscription: id } = await pay(session);
    const subscription = await stripe.subscriptions.retrieve(id as string, {
      expand: ["latest_invoice"],
    });
    expect(subscription).toMatchObject({
      automatic_tax: { enabled: true },
      latest_invoice: { total: 12_000, amount_paid: 12_000 },
    });

    await control("clock", { advanceSeconds: 32 * 86_400 });
    const [renewal] = (await stripe.invoices.list({ subscription: id as string })).data;
    expect(renewal).toMatchObject({
      billing_reason: "subscription_cycle",
      subtotal: 10_000,
      total: 12_000,
      amount_paid: 12_000,
      lines: { data: [{ amount: 10_000, taxes: [{ amount: 2000 }] }] },
    });

    const larger = await price(30_000, {
      tax_behavior: "exclusive",
      recurring: { interval: "month" },
    });
    const change: Pick<Stripe.SubscriptionUpdateParams, "proration_behavior" | "proration_date"> & {
      items: { id: string; price: string }[];
    } = {
      items: [{ id: subscription.items.data[0]!.id, price: larger.id }],
      proration_behavior: "always_invoice",
      proration_date: subscription.items.data[0]!.current_period_end + 86_400,
    };
    const preview = await stripe.invoices.createPreview({
      subscription: id as string,
      subscription_details: change,
    });
    const taxOf = (invoice: Stripe.Invoice) =>
      invoice.total_taxes!.reduce((sum, { amount }) => sum + amount, 0);
    // Each line is taxed and rounded by itself: a negative tax on what is credited, a positive one on the rest.
    expect(preview.lines.data.map(({ taxes }) => Math.sign(taxes![0]!.amount))).toEqual([-1, 1]);
    expect(taxOf(preview)).toBe(
      preview.lines.data.reduce((sum, { amount }) => sum + Math.round(amount / 5), 0),
    );
    expect(preview.total).toBe(preview.subtotal + taxOf(preview));
    await stripe.subscriptions.update(id as string, change);
    const [billed] = (await stripe.invoices.list({ subscription: id as string })).data;
    expect(billed).toMatchObject({ total: preview.total, amount_paid: preview.total });
  });

  it("tax of a subscription is within an inclusive price, at the renewal too", async () => {
    const { stripe, control, open, pay } = await createRegisteredAccount();
    const { subscription } = await pay(await open("inclusive", { mode: "subscription" }));
    await control("clock", { advanceSeconds: 32 * 86_400 });
    const invoices = await stripe.invoices.list({ subscription: subscription as string });
    for (const invoice of invoices.data)
      expect(invoice).toMatchObject({ total: 10_000, total_excluding_tax: 8333 });
    expect(invoices.data).toHaveLength(2);
  });

  it("tax of a subscription is refunded with the whole payment", async () => {
    const { stripe, open, pay } = await createRegisteredAccount();
    const { payment_intent: intent } = await pay(await open("exclusive"));
    const refund = await stripe.refunds.create({ payment_intent: intent as string });
    expect(refund.amount).toBe(12_000);
  });

  it("400 without an address of the customer", async () => {
    const { stripe, price } = await createRegisteredAccount();
    const customer = await stripe.customers.create({
      payment_method: "pm_card_visa",
      invoice_settings: { default_payment_method: "pm_card_visa" },
    });
    const { id } = await price(1000, { recurring: { interval: "month" } });
    const create = () =>
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: id }],
        automatic_tax: on,
      });
    await expect(create()).rejects.toMatchObject({ code: "customer_tax_location_invalid" });
    await stripe.customers.update(customer.id, { address: { country: "US" } });
    expect(await create()).toMatchObject({ automatic_tax: { enabled: true } });
  });
});

describe("consent to the terms of service", () => {
  const consent_collection = { terms_of_service: "required" } as const;
  const custom_text = { terms_of_service_acceptance: { message: "I agree." } };

  it("400 unless the account has a URL of its terms, and a text only where consent is asked for", async () => {
    const { control, openCheckout } = createTestAccount(sandbox);
    await expect(openCheckout({ consent_collection })).rejects.toMatchObject({
      param: "consent_collection[terms_of_service]",
    });
    await control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
    await expect(openCheckout({ custom_text })).rejects.toMatchObject({
      param: "custom_text[terms_of_service_acceptance]",
    });
    expect(await openCheckout({ consent_collection, custom_text })).toMatchObject({
      consent: null,
      consent_collection,
      custom_text,
    });
  });
});
