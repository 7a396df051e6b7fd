import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const on = { enabled: true };

describe("tax at a checkout", () => {
  it("400 for an existing customer unless the address and name are saved to the customer", async () => {
    const { stripe, openCheckout } = createTestAccount(sandbox);
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
      automatic_tax: { enabled: true, status: "requires_location_inputs" },
      tax_id_collection: { enabled: true },
      billing_address_collection: "required",
      total_details: { amount_tax: 0 },
    });
  });

  it("tax at a checkout is available, because Stripe Tax is active on the account", async () => {
    const { stripe } = createTestAccount(sandbox);
    expect(await stripe.tax.settings.retrieve()).toMatchObject({ status: "active" });
  });
});
