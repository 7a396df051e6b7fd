import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

describe("amounts", () => {
  it("amounts in a zero-decimal currency are charged unscaled", async () => {
    const { openCheckout, pay, stripe } = createTestAccount(sandbox);
    const session = await openCheckout({ amount: 1900, currency: "jpy" });
    expect(await (await fetch(session.url!)).text()).toContain("Pay ¥1,900");
    await pay(session.id);
    expect((await stripe.charges.list()).data[0]).toMatchObject({ amount: 1900, currency: "jpy" });
  });

  it("amounts in a three-decimal currency are multiples of ten, including prorations", async () => {
    const { price, customer, stripe, control } = createTestAccount(sandbox);
    await expect(price(1005, { currency: "bhd" })).rejects.toMatchObject({ param: "unit_amount" });
    const { id } = await customer();
    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: (await price(1010, { currency: "bhd" })).id }],
    });
    await control("clock", { advanceSeconds: 11 * 86_400 });
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: subscription.items.data[0]!.id, quantity: 3 }] },
    });
    for (const { amount } of preview.lines.data) expect(Math.abs(amount) % 10).toBe(0);
  });

  it("a second currency is refused while the customer has a subscription or pending items", async () => {
    const { price, customer, stripe, openCheckout } = createTestAccount(sandbox);
    const { id } = await customer();
    const euros = await price(900, { currency: "eur" });
    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: (await price(1900)).id }],
    });
    const refused = {
      message: expect.stringContaining("You cannot combine currencies on a single customer."),
    };
    const other = { customer: id, items: [{ price: euros.id }] };
    await expect(stripe.subscriptions.create(other)).rejects.toMatchObject(refused);
    await expect(
      openCheckout({ monthly: true, customer: id, currency: "eur" }),
    ).rejects.toMatchObject(refused);
    await stripe.subscriptions.cancel(subscription.id);
    await stripe.invoiceItems.create({ customer: id, amount: 100, currency: "usd" });
    await expect(stripe.subscriptions.create(other)).rejects.toMatchObject(refused);
  });
});

it("a Checkout Session is refused at payment, too, if the currency was locked meanwhile", async () => {
  const { price, customer, stripe, openCheckout, pay } = createTestAccount(sandbox);
  const { id } = await customer();
  const session = await openCheckout({ monthly: true, customer: id, currency: "eur" });
  const inDollars = await stripe.subscriptions.create({
    customer: id,
    items: [{ price: (await price(1900)).id }],
  });
  expect(await pay(session.id)).toMatchObject({ status: 400 });
  const page = await fetch(session.url!, {
    method: "POST",
    body: new URLSearchParams({ name: "Ann", action: "pay" }),
  });
  expect(await page.text()).toContain("You cannot combine currencies");
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
  await stripe.subscriptions.cancel(inDollars.id);
  await pay(session.id);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("complete");
});

describe("an invoice", () => {
  async function createOpenInvoice() {
    const account = createTestAccount(sandbox);
    const { id } = await account.customer();
    const subscription = await account.stripe.subscriptions.create({
      customer: id,
      items: [{ price: (await account.price(1900)).id }],
      payment_behavior: "default_incomplete",
    });
    return { ...account, subscription, invoice: subscription.latest_invoice as string };
  }

  it("an invoice can be voided, and can then no longer be paid", async () => {
    const { stripe, invoice } = await createOpenInvoice();
    expect(await stripe.invoices.voidInvoice(invoice)).toMatchObject({ status: "void" });
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({
      code: "invoice_not_editable",
    });
    expect((await stripe.invoices.list({ status: "void" })).data).toHaveLength(1);
  });

  it("an invoice can still be paid after it is marked uncollectible", async () => {
    const { stripe, invoice, subscription } = await createOpenInvoice();
    expect(await stripe.invoices.markUncollectible(invoice)).toMatchObject({
      status: "uncollectible",
    });
    expect(await stripe.invoices.pay(invoice)).toMatchObject({ status: "paid" });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  it("a draft invoice can be finalized early, and is charged an hour later", async () => {
    const { stripe, invoice, subscription, control } = await createOpenInvoice();
    await stripe.invoices.pay(invoice);
    const end = subscription.items.data[0]!.current_period_end;
    const { body } = await control<{ now: number }>("clock");
    await control("clock", { advanceSeconds: end - body.now + 60 });
    const [draft] = (await stripe.invoices.list({ status: "draft" })).data;
    expect(await stripe.invoices.finalizeInvoice(draft!.id)).toMatchObject({
      status: "open",
      number: expect.stringMatching(/-0002$/),
    });
    await expect(stripe.invoices.finalizeInvoice(draft!.id)).rejects.toMatchObject({
      code: "invoice_not_editable",
    });
    await control("clock", { advanceSeconds: 3_601 });
    expect((await stripe.invoices.retrieve(draft!.id)).status).toBe("paid");
  });
});
