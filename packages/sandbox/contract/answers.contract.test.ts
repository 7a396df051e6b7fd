import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "../main.ts";
import { taxRateId } from "../stripe/tax/compute-tax.ts";
import { createTestAccount, startTestSandbox } from "../testing/test-account.ts";
import { createAnswerRecord } from "./compare-answers.ts";
import { listServedRoutes } from "./compare-calls.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const record = createAnswerRecord();
const day = 86_400;

/** Creates an account whose client keeps what each route answers. */
function createRecordedAccount() {
  const account = createTestAccount(sandbox);
  const stripe = new Stripe(account.key, {
    host: "127.0.0.1",
    port: sandbox.port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(record.fetch),
    maxNetworkRetries: 0,
  });
  return { ...account, stripe };
}
type Account = ReturnType<typeof createRecordedAccount>;

async function sellInCatalog({ stripe }: Account) {
  const product = await stripe.products.create({ name: "A thing" });
  await stripe.products.update(product.id, { description: "Good" });
  const price = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: 900,
    recurring: { interval: "month" },
  });
  await stripe.prices.update(price.id, { nickname: "Monthly" });
  await stripe.products.del((await stripe.products.create({ name: "Never sold" })).id);
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: "once" });
  await stripe.coupons.update(coupon.id, { name: "Ten" });
  const code = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
  });
  await stripe.promotionCodes.update(code.id, { active: false });
  const other = await stripe.coupons.create({ percent_off: 20, duration: "once" });
  await stripe.coupons.del(other.id);
  return price.id;
}

async function keepCustomer({ stripe }: Account) {
  const { id } = await stripe.customers.create({ email: "ann@example.com" });
  await stripe.customers.update(id, { name: "Ann" });
  const method = await stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
  await stripe.paymentMethods.attach(method.id, { customer: id });
  await stripe.paymentMethods.update(method.id, { metadata: { a: "1" } });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
  await stripe.customers.retrievePaymentMethod(id, method.id);
  const other = await stripe.paymentMethods.attach("pm_card_visa", { customer: id });
  await stripe.paymentMethods.detach(other.id);
  const card = await stripe.customers.createSource(id, { source: "tok_visa" });
  await stripe.customers.updateSource(id, card.id, { name: "Ann" });
  const old = await stripe.customers.createSource(id, { source: "tok_visa" });
  await stripe.customers.deleteSource(id, old.id);
  await stripe.customers.createTaxId(id, { type: "eu_vat", value: "DE123456789" });
  const wrong = await stripe.customers.createTaxId(id, { type: "eu_vat", value: "DE111111111" });
  await stripe.customers.deleteTaxId(id, wrong.id);
  await stripe.customers.search({ query: 'email:"ann@example.com"' });
  await stripe.customers.del((await stripe.customers.create()).id);
  return id;
}

async function takePayments({ stripe, control }: Account, customer: string) {
  const card = {
    amount: 1900,
    currency: "usd",
    customer,
    allowed_payment_method_types: ["card" as const],
  };
  const intent = await stripe.paymentIntents.create({ ...card, capture_method: "manual" });
  await stripe.paymentIntents.update(intent.id, { description: "A thing" });
  await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
  await stripe.paymentIntents.capture(intent.id);
  await stripe.paymentIntents.cancel((await stripe.paymentIntents.create(card)).id);
  await stripe.paymentIntents.search({ query: "amount>0" });
  const setup = await stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: ["card"],
  });
  await stripe.setupIntents.update(setup.id, { description: "Later" });
  await stripe.setupIntents.confirm(setup.id, { payment_method: "pm_card_visa" });
  await stripe.setupIntents.cancel((await stripe.setupIntents.create({ customer })).id);
  const charge = (source: string, capture = true) =>
    stripe.charges.create({ amount: 1900, currency: "usd", source, capture });
  const held = await charge("tok_visa", false);
  await stripe.charges.update(held.id, { metadata: { a: "1" } });
  await stripe.charges.capture(held.id);
  await stripe.charges.search({ query: "amount>0" });
  const refund = await stripe.refunds.create({ charge: held.id });
  await stripe.refunds.update(refund.id, { metadata: { a: "1" } });
  const disputed = await charge("tok_createDispute");
  const dispute = (await stripe.disputes.list({ charge: disputed.id })).data[0]!;
  await stripe.disputes.update(dispute.id, { metadata: { a: "1" } });
  await stripe.disputes.close(dispute.id);
  const reported = await charge("tok_createIssuerFraudRecord");
  for (let review = 0; review < 2; review++) await control("reviews", { charge: reported.id });
  await stripe.reviews.approve((await stripe.reviews.list()).data[0]!.id);
  await control("payouts", { currency: "usd" });
}

async function openCheckout({ stripe, pay }: Account, price: string) {
  const params = {
    mode: "subscription" as const,
    success_url: "https://app.example/done",
    line_items: [{ price, quantity: 1 }],
  };
  await pay((await stripe.checkout.sessions.create(params)).id);
  await stripe.checkout.sessions.expire((await stripe.checkout.sessions.create(params)).id);
}

async function billSubscriptions({ stripe }: Account, customer: string, price: string) {
  const create = (params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer, items: [{ price }], ...params });
  const { id } = await create();
  await stripe.invoices.createPreview({ subscription: id });
  await stripe.invoiceItems.create({ customer, amount: 100, currency: "usd" });
  await stripe.subscriptions.update(id, { metadata: { a: "1" } });
  const { id: other } = await stripe.prices.create({
    currency: "usd",
    unit_amount: 300,
    recurring: { interval: "month" },
    product_data: { name: "More" },
  });
  const item = await stripe.subscriptionItems.create({ subscription: id, price: other });
  await stripe.subscriptionItems.update(item.id, { quantity: 2 });
  await stripe.subscriptionItems.del(item.id);
  await stripe.subscriptions.pause(id);
  await stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: "now" } });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  await stripe.subscriptionSchedules.update(schedule.id, { end_behavior: "release" });
  await stripe.subscriptionSchedules.release(schedule.id);
  const last = await stripe.subscriptionSchedules.create({
    from_subscription: (await create()).id,
  });
  await stripe.subscriptionSchedules.cancel(last.id);
  await stripe.subscriptions.cancel((await create()).id);
  return id;
}

async function sendInvoices({ stripe, control }: Account, price: string) {
  const { id: customer } = await stripe.customers.create({ email: "bob@example.com" });
  const bill = async () => {
    const { latest_invoice: invoice } = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      collection_method: "send_invoice",
      days_until_due: 30,
    });
    const { status } = await stripe.invoices.retrieve(invoice as string);
    if (status === "draft") await stripe.invoices.finalizeInvoice(invoice as string);
    return stripe.invoices.retrieve(invoice as string);
  };
  const paid = await bill();
  const transfer = await stripe.paymentRecords.reportPayment({
    amount_requested: { currency: "usd", value: 400 },
    customer_details: { customer },
    guaranteed: { guaranteed_at: paid.created },
    initiated_at: paid.created,
    outcome: "guaranteed",
    payment_method_details: { type: "custom", custom: { display_name: "Bank transfer" } },
  });
  await stripe.paymentRecords.retrieve(transfer.id);
  await stripe.invoices.attachPayment(paid.id, { payment_record: transfer.id });
  await stripe.invoices.pay(paid.id, { paid_out_of_band: true });
  await stripe.creditNotes.create({
    invoice: paid.id,
    lines: [{ type: "invoice_line_item", invoice_line_item: paid.lines.data[0]!.id, amount: 100 }],
    out_of_band_amount: 100,
  });
  await stripe.invoices.voidInvoice((await bill()).id);
  await stripe.invoices.markUncollectible((await bill()).id);
  await control("clock", { advanceSeconds: day });
}

async function setUpAccount({ stripe }: Account, customer: string) {
  await stripe.accounts.retrieveCurrent();
  const configuration = await stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
  });
  await stripe.billingPortal.configurations.update(configuration.id, { name: "Ours" });
  await stripe.billingPortal.sessions.create({ customer, return_url: "https://app.example" });
  const now = Math.floor(Date.now() / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + day });
  const other = await stripe.testHelpers.testClocks.create({ frozen_time: now });
  await stripe.testHelpers.testClocks.del(other.id);
  await stripe.tax.settings.update({ defaults: { tax_behavior: "exclusive" } });
  await stripe.tax.settings.retrieve();
  const registration = await stripe.tax.registrations.create({
    country: "DE",
    country_options: { de: { type: "standard", standard: { place_of_supply_scheme: "standard" } } },
    active_from: "now",
  });
  await stripe.tax.registrations.update(registration.id, { expires_at: now + 100 * day });
  await stripe.taxRates.retrieve(taxRateId);
  const endpoint = { url: "https://app.example/hook", enabled_events: ["invoice.paid" as const] };
  const { id: hook } = await stripe.webhookEndpoints.create(endpoint);
  await stripe.webhookEndpoints.update(hook, { description: "Ours" });
  await stripe.webhookEndpoints.del((await stripe.webhookEndpoints.create(endpoint)).id);
}

/** Reads each list of an account, and the first object of each. */
async function readAll({ key }: Account, customer: string, subscription: string) {
  async function read(path: string): Promise<string | undefined> {
    const response = await record.fetch(`${sandbox.url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await response.json()) as { data?: { id: string }[] };
    return data?.[0]?.id;
  }
  const lists = [...listServedRoutes().keys()].filter((route) => /^GET .*(?<!:id)$/.test(route));
  for (const [, path = ""] of lists.map((route) => route.split(" "))) {
    const [parent = "", child] = path.split("/:id");
    const inside =
      child && `${parent}/${parent.endsWith("customers") ? customer : await read(parent)}`;
    const list = inside ? `${inside}${child}` : path;
    const first = await read(
      path.endsWith("subscription_items") ? `${list}?subscription=${subscription}` : list,
    );
    if (first !== undefined && listServedRoutes().has(`GET ${path}/:id`))
      await read(`${list}/${first}`);
  }
}

test("every route answers with the fields of the official types", async () => {
  const account = createRecordedAccount();
  const price = await sellInCatalog(account);
  const customer = await keepCustomer(account);
  await takePayments(account, customer);
  await openCheckout(account, price);
  const subscription = await billSubscriptions(account, customer, price);
  await sendInvoices(account, price);
  await setUpAccount(account, customer);
  await readAll(account, customer, subscription);
  expect(record.listDeviations()).toEqual([]);
  // It is refused for every refund of a card.
  expect(record.listMissing()).toEqual(["POST /v1/refunds/:id/cancel"]);
});
