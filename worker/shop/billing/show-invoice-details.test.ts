import { expect, it } from "vitest";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { findLinkedStripeCustomer } from "../../sync/customer/find-stripe-customers.ts";
import { showInvoiceDetails } from "./show-invoice-details.ts";

it("what Stripe prints on invoices is shown, and nothing for a user without purchases", async () => {
  const shop = openTestShop();
  expect(await showInvoiceDetails(shop.asUser(await shop.createUser()))).toBeNull();

  const { userId } = await payForNewProduct(shop);
  const ctx = shop.asUser(userId);
  const customer = await findLinkedStripeCustomer(ctx, { userId });
  const { customers } = ctx.stripe;
  await customers.update(customer!.stripeCustomerId, {
    name: "Reed & Sons",
    address: { line1: "Deichweg 4", postal_code: "26122", city: "Oldenburg", country: "DE" },
  });
  // The shop has no call to add a tax id: users do it on Stripe's pages.
  const response = await fetch(
    `${shop.env.STRIPE_API_URL}/v1/customers/${customer!.stripeCustomerId}/tax_ids`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${shop.env.STRIPE_SECRET_KEY}` },
      body: new URLSearchParams({ type: "eu_vat", value: "DE123456789" }),
    },
  );
  expect(response.status).toBe(200);
  expect(await showInvoiceDetails(ctx)).toEqual({
    name: "Reed & Sons",
    email: expect.stringContaining("@"),
    address: {
      line1: "Deichweg 4",
      line2: null,
      postalCode: "26122",
      city: "Oldenburg",
      state: null,
      country: "DE",
    },
    taxIds: [{ value: "DE123456789", isRefuted: false }],
  });
});
