import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { openAccount, openSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await openSandbox()));
afterAll(() => sandbox.stop());

describe("payment methods", () => {
  it("are attached, listed and detached, and are nobody's default afterwards", async () => {
    const { stripe, customer } = openAccount(sandbox);
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

  it("that the bank refuses are not attached", async () => {
    const { stripe, customer } = openAccount(sandbox);
    const { id } = await customer();
    await expect(
      stripe.paymentMethods.attach("pm_card_visa_chargeDeclined", { customer: id }),
    ).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
  });

  it("of one customer are no default of another, and cannot change hands", async () => {
    const { stripe, customer } = openAccount(sandbox);
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
