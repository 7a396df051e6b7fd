import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { openAccount, openSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await openSandbox()));
afterAll(() => sandbox.stop());

describe("currencies", () => {
  it("without decimals are charged as they are", async () => {
    const { openCheckout, pay, stripe } = openAccount(sandbox);
    const session = await openCheckout({ amount: 1900, currency: "jpy" });
    expect(await (await fetch(session.url!)).text()).toContain("Pay ¥1,900");
    await pay(session.id);
    expect((await stripe.charges.list()).data[0]).toMatchObject({ amount: 1900, currency: "jpy" });
  });

  it("with three decimals end in 0, also after a proration", async () => {
    const { price, customer, stripe, control } = openAccount(sandbox);
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

  it("do not mix on a customer with anything running or pending", async () => {
    const { price, customer, stripe, openCheckout } = openAccount(sandbox);
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

describe("an open invoice", () => {
  async function open() {
    const account = openAccount(sandbox);
    const { id } = await account.customer();
    const subscription = await account.stripe.subscriptions.create({
      customer: id,
      items: [{ price: (await account.price(1900)).id }],
      payment_behavior: "default_incomplete",
    });
    return { ...account, subscription, invoice: subscription.latest_invoice as string };
  }

  it("is voided, and its payment with it", async () => {
    const { stripe, invoice } = await open();
    expect(await stripe.invoices.voidInvoice(invoice)).toMatchObject({ status: "void" });
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({
      code: "invoice_not_editable",
    });
    expect((await stripe.invoices.list({ status: "void" })).data).toHaveLength(1);
  });

  it("is written off, and can still be paid", async () => {
    const { stripe, invoice, subscription } = await open();
    expect(await stripe.invoices.markUncollectible(invoice)).toMatchObject({
      status: "uncollectible",
    });
    expect(await stripe.invoices.pay(invoice)).toMatchObject({ status: "paid" });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  it("was a draft before it was finalized", async () => {
    const { stripe, invoice, subscription, control } = await open();
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
