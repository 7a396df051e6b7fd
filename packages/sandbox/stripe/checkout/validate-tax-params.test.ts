import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { openAccount, openSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await openSandbox()));
afterAll(() => sandbox.stop());

const on = { enabled: true };

describe("tax at a checkout", () => {
  it("needs what the page asks for to be kept with a customer who is there before", async () => {
    const { stripe, openCheckout } = openAccount(sandbox);
    const { id: customer } = await stripe.customers.create({ email: "a@example.com" });
    await expect(openCheckout({ customer, automatic_tax: on })).rejects.toMatchObject({
      code: "customer_tax_location_invalid",
    });
    await expect(
      openCheckout({ customer, tax_id_collection: on, customer_update: { address: "auto" } }),
    ).rejects.toMatchObject({ param: "tax_id_collection" });
    const session = await openCheckout({
      customer,
      automatic_tax: on,
      tax_id_collection: on,
      billing_address_collection: "required",
      customer_update: { address: "auto", name: "auto" },
    });
    expect(session).toMatchObject({
      automatic_tax: { enabled: true, status: "complete" },
      tax_id_collection: { enabled: true },
      billing_address_collection: "required",
      total_details: { amount_tax: 0 },
    });
  });

  it("can be computed: the account has Stripe Tax", async () => {
    const { stripe } = openAccount(sandbox);
    expect(await stripe.tax.settings.retrieve()).toMatchObject({ status: "active" });
  });
});
