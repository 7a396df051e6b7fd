import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, toUnixSeconds, type StripeConnection } from "./connect-to-stripe.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

/** Returns the error that Stripe answers. */
async function catchError(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return request.then(
    () => {
      throw new Error("Stripe accepted the request.");
    },
    (error: Stripe.errors.StripeError) => error,
  );
}

describe("the shape of an error", () => {
  it("a proration date must lie in the current period", async () => {
    const { customer } = await connection.createCustomerAt("2027-06-01");
    const { id: price } = await connection.createPrice(3000);
    const { id, items } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
    });
    const other = await connection.createPrice(4500);
    const error = await catchError(
      stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]!.id, price: other.id }],
        proration_date: toUnixSeconds("2027-05-01"),
      }),
    );
    expect(error).toMatchObject({ statusCode: 400, param: "proration_date" });
  });
});
