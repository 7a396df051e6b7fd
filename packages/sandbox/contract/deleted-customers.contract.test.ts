import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

const openSession = async (customer: string) =>
  stripe.checkout.sessions.create({
    customer,
    mode: "subscription",
    line_items: [{ price: (await connection.createPrice(3000)).id, quantity: 1 }],
    success_url: "https://example.com/done",
  });

// Whether Stripe expires the session by itself is not documented, so both are allowed.
it("the open Checkout Session of a deleted customer still names it, and can be expired", async () => {
  const { id: customer } = await stripe.customers.create({});
  const { id } = await openSession(customer);
  await stripe.customers.del(customer);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  const session = await stripe.checkout.sessions.retrieve(id);
  expect(session.customer).toBe(customer);
  if (session.status === "open") await stripe.checkout.sessions.expire(id);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
});

it("a Checkout Session for a deleted customer is refused, and the error names the parameter", async () => {
  const { id: customer } = await stripe.customers.create({});
  await stripe.customers.del(customer);
  await expect(openSession(customer)).rejects.toMatchObject({
    statusCode: 400,
    code: "resource_missing",
    param: "customer",
  });
});

it("a dispute names no customer, and its charge does", async () => {
  const { customer } = await connection.createCustomerAt("2027-06-01", "pm_card_createDispute");
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await connection.createPrice(3000)).id }],
  });
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  const { data: disputes } = await connection.pollUntil(
    () => stripe.disputes.list({ charge: charge!.id }),
    ({ data }) => data.length > 0,
  );
  expect(disputes).toHaveLength(1);
  expect(disputes[0]).not.toHaveProperty("customer");
  expect(await stripe.charges.retrieve(String(disputes[0]!.charge))).toMatchObject({
    customer: customer.id,
  });
});
