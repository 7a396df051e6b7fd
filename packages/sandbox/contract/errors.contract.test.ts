import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, toUnixSeconds, type StripeConnection } from "./connect-to-stripe.ts";
import { openQuestion } from "./open-question.ts";

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
  it("a promotion code that exists: 400 with neither code nor param", async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "once" });
    const code = `CONTRACT${Date.now()}`;
    const create = () =>
      stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
    await create();
    const error = await catchError(create());
    expect(error).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError" });
    expect([error.code, error.param]).toEqual([undefined, undefined]);
    await stripe.coupons.del(coupon.id);
  });

  it("a change of a canceled subscription names the fields that can still be changed", async () => {
    const { customer } = await connection.createCustomerAt("2027-06-01");
    const { id: price } = await connection.createPrice(3000);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] });
    await stripe.subscriptions.cancel(id);
    const error = await catchError(stripe.subscriptions.update(id, { cancel_at_period_end: true }));
    expect(error).toMatchObject({ statusCode: 400, code: "invalid_canceled_subscription_fields" });
  });

  it("a code has a link to its documentation", async () => {
    const { doc_url: url } = await catchError(stripe.customers.retrieve("cus_none"));
    expect(url).toMatch(
      /^https:\/\/(?:docs\.)?stripe\.com\/(?:docs\/)?error-codes\/resource-missing$/,
    );
  });

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

describe("lists", () => {
  it("accept the id of a deleted customer as a cursor", async () => {
    const { id } = await stripe.customers.create({});
    await stripe.customers.del(id);
    await expect(stripe.customers.list({ starting_after: id, limit: 1 })).resolves.toMatchObject({
      object: "list",
    });
  });
});

describe("a first invoice that waits for 3-D Secure", () => {
  it("counts no attempt", async () => {
    const { customer } = await connection.createCustomerAt(
      "2027-06-01",
      "pm_card_authenticationRequired",
    );
    const { id: price } = await connection.createPrice(3000);
    const { status, latest_invoice: invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      payment_behavior: "default_incomplete",
      expand: ["latest_invoice"],
    });
    expect(status).toBe("incomplete");
    expect(invoice).toMatchObject({ status: "open", attempt_count: 0 });
  });
});

describe("the order of events", () => {
  it(
    "refund.created comes before charge.refunded",
    openQuestion(
      "Access follows the state at Stripe, so another order changes nothing.",
      async () => {
        const { customer } = await connection.createCustomerAt("2027-06-01");
        const { id: price } = await connection.createPrice(3000);
        await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] });
        const charge = (await stripe.charges.list({ customer: customer.id })).data[0]!;
        const refund = await stripe.refunds.create({ charge: charge.id });
        const read = async () =>
          (
            await stripe.events.list({ types: ["refund.created", "charge.refunded"], limit: 20 })
          ).data
            .filter(({ data: { object } }) =>
              [refund.id, charge.id].includes((object as { id: string }).id),
            )
            .map(({ type }) => type)
            .toReversed();
        const types = await connection.pollUntil(read, ({ length }) => length === 2);
        expect(types).toEqual(["refund.created", "charge.refunded"]);
      },
    ),
  );
});
