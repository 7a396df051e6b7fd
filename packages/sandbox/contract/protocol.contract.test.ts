import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

describe("parameters", () => {
  it("unknown parameters are refused by name", async () => {
    const params = { favorite_color: "blue" } as Stripe.CustomerCreateParams;
    await expect(stripe.customers.create(params)).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
      code: "parameter_unknown",
      param: "favorite_color",
    });
  });

  it("missing parameters are named", async () => {
    await expect(stripe.products.create({} as never)).rejects.toMatchObject({
      statusCode: 400,
      code: "parameter_missing",
      param: "name",
    });
  });

  it("merge metadata, and unset a field with the empty string", async () => {
    const { id } = await stripe.customers.create({
      metadata: { a: "1", b: "2" },
      description: "old",
    });
    const changed = await stripe.customers.update(id, {
      metadata: { b: "", c: "3" },
      description: "",
    });
    expect(changed).toMatchObject({ metadata: { a: "1", c: "3" }, description: null });
    expect(Object.keys(changed.metadata)).toHaveLength(2);
    await stripe.customers.del(id);
  });
});

describe("idempotency", () => {
  it("replays the response, and refuses the same key with other parameters", async () => {
    const idempotencyKey = crypto.randomUUID();
    const first = await stripe.customers.create({ name: "Ann" }, { idempotencyKey });
    const again = await stripe.customers.create({ name: "Ann" }, { idempotencyKey });
    expect(again.id).toBe(first.id);
    await expect(
      stripe.customers.create({ name: "Bob" }, { idempotencyKey }),
    ).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
    await stripe.customers.del(first.id);
  });
});

describe("lists", () => {
  it("lists are newest first and can be paged in both directions", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const made: string[] = [];
    for (let index = 0; index < 3; index++)
      made.push((await stripe.customers.create({ email })).id);
    const [oldest, middle, newest] = made;
    const all = await connection.pollUntil(
      () => stripe.customers.list({ email }),
      ({ data }) => data.length === 3,
    );
    expect(all.has_more).toBe(false);
    expect(new Set(all.data.map(({ id }) => id))).toEqual(new Set(made));
    const page = await stripe.customers.list({ email, limit: 2 });
    expect(page.has_more).toBe(true);
    const [first, second] = page.data.map(({ id }) => id);
    const rest = await stripe.customers.list({ email, limit: 2, starting_after: second! });
    expect(rest).toMatchObject({ has_more: false, data: [{ id: all.data[2]!.id }] });
    const back = await stripe.customers.list({ email, ending_before: second! });
    expect(back.data.map(({ id }) => id)).toEqual([first]);
    expect([oldest, middle, newest]).toContain(first);
    for (const id of made) await stripe.customers.del(id);
  });

  it("400 for a limit above 100", async () => {
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({
      statusCode: 400,
      param: "limit",
    });
  });
});

describe("expand", () => {
  it("expand replaces ids with objects, also inside lists", async () => {
    const { id, product } = await connection.createPrice(500);
    expect(await stripe.prices.retrieve(id, { expand: ["product"] })).toMatchObject({
      product: { id: product, object: "product" },
    });
    const listed = await stripe.prices.list({
      product: product as string,
      expand: ["data.product"],
    });
    expect(listed.data[0]?.product).toMatchObject({ id: product });
  });

  it("400 for a field that cannot be expanded", async () => {
    const { id } = await connection.createPrice(500);
    await expect(stripe.prices.retrieve(id, { expand: ["nickname"] })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("cannot be expanded"),
    });
  });
});

describe("errors", () => {
  it("404 for an unknown id", async () => {
    await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
      statusCode: 404,
      type: "StripeInvalidRequestError",
      code: "resource_missing",
      param: "id",
    });
  });

  it("400 that names the parameter for an unknown id in the body", async () => {
    const { id } = await connection.createPrice(500);
    await expect(
      stripe.subscriptions.create({ customer: "cus_none", items: [{ price: id }] }),
    ).rejects.toMatchObject({ statusCode: 400, code: "resource_missing", param: "customer" });
  });

  it("402 when a card is declined while it is saved", async () => {
    const { id } = await stripe.customers.create({});
    await expect(
      stripe.paymentMethods.attach("pm_card_visa_chargeDeclined", { customer: id }),
    ).rejects.toMatchObject({
      statusCode: 402,
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "generic_decline",
    });
    await stripe.customers.del(id);
  });

  it("a deleted customer can still be retrieved, marked as deleted", async () => {
    const { id } = await stripe.customers.create({});
    expect(await stripe.customers.del(id)).toMatchObject({ id, object: "customer", deleted: true });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  });
});
