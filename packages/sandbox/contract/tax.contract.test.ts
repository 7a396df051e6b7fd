import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";
import { openQuestion } from "./open-question.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

describe("tax", () => {
  for (const behavior of ["exclusive", "inclusive"] as const)
    it(
      `of a price that is ${behavior} is in the total once`,
      openQuestion(
        "Orders, refunds and previews show Stripe's amounts, so no rate is assumed.",
        async (context) => {
          const country = await connection.findTaxCountry(context);
          const { id: customer } = await stripe.customers.create({
            name: "Ann",
            address: { country, line1: "1 Main Street", city: "Town", postal_code: "10115" },
          });
          const { id: price } = await connection.createPrice(10_000, { tax_behavior: behavior });
          const {
            subtotal,
            total,
            total_taxes: taxes,
          } = await stripe.invoices.createPreview({
            customer,
            subscription_details: { items: [{ price }] },
            automatic_tax: { enabled: true },
          });
          const tax = (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
          expect(subtotal).toBe(10_000);
          expect(tax).toBeGreaterThan(0);
          expect(total).toBe(behavior === "exclusive" ? 10_000 + tax : 10_000);
          await stripe.customers.del(customer);
        },
      ),
    );
});
