import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

describe("payment methods", () => {
  it("payment methods are attached, listed and detached, which also removes them as the default", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const { id } = await customer();
    const other = await stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    await stripe.paymentMethods.attach(other.id, { customer: id });
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: other.id } });
    const listed = await stripe.paymentMethods.list({ customer: id, type: "card" });
    expect(listed.data.map((method) => method.id)).toContain(other.id);
    expect(await stripe.paymentMethods.detach(other.id)).toMatchObject({ customer: null });
    expect(await stripe.customers.retrieve(id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
  });

  it("402 when the bank refuses to save a card", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const { id } = await customer();
    await expect(
      stripe.paymentMethods.attach("pm_card_visa_chargeDeclined", { customer: id }),
    ).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
  });

  it("400 for the default or attachment of another customer's payment method", async () => {
    const { stripe, customer } = createTestAccount(sandbox);
    const ann = await customer();
    const bob = await customer();
    const method = ann.invoice_settings.default_payment_method as string;
    await expect(
      stripe.customers.update(bob.id, { invoice_settings: { default_payment_method: method } }),
    ).rejects.toMatchObject({ param: "invoice_settings[default_payment_method]" });
    await expect(stripe.paymentMethods.attach(method, { customer: bob.id })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});
