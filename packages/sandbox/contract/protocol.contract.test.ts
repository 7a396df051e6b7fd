import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Connection } from "./connect-to-stripe.ts";

let connection: Connection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connect()));
afterAll(() => connection.close());

describe("parameters", () => {
  it("that nobody knows are refused by name", async () => {
    const params = { favorite_color: "blue" } as Stripe.CustomerCreateParams;
    await expect(stripe.customers.create(params)).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
      code: "parameter_unknown",
      param: "favorite_color",
    });
  });

  it("that are missing are named", async () => {
    await expect(stripe.products.create({} as never)).rejects.toMatchObject({
      statusCode: 400,
      code: "parameter_missing",
      param: "name",
    });
  });

  it("merge metadata, and unset with the empty string", async () => {
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
  it("replays the answer, and refuses other parameters under the same key", async () => {
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
  it("are newest first and go both ways", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const made: string[] = [];
    for (let index = 0; index < 3; index++)
      made.push((await stripe.customers.create({ email })).id);
    const [oldest, middle, newest] = made;
    const all = await connection.until(
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

  it("take 100 at most", async () => {
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({
      statusCode: 400,
      param: "limit",
    });
  });
});

describe("expand", () => {
  it("follows ids, also through lists", async () => {
    const { id, product } = await connection.price(500);
    expect(await stripe.prices.retrieve(id, { expand: ["product"] })).toMatchObject({
      product: { id: product, object: "product" },
    });
    const listed = await stripe.prices.list({
      product: product as string,
      expand: ["data.product"],
    });
    expect(listed.data[0]?.product).toMatchObject({ id: product });
  });

  it("is a 400 where it leads nowhere", async () => {
    const { id } = await connection.price(500);
    await expect(stripe.prices.retrieve(id, { expand: ["nickname"] })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("cannot be expanded"),
    });
  });
});

describe("errors", () => {
  it("404 for what is not there", async () => {
    await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
      statusCode: 404,
      type: "StripeInvalidRequestError",
      code: "resource_missing",
      param: "id",
    });
  });

  it("400 with the parameter when an id in the body leads nowhere", async () => {
    const { id } = await connection.price(500);
    await expect(
      stripe.subscriptions.create({ customer: "cus_none", items: [{ price: id }] }),
    ).rejects.toMatchObject({ statusCode: 400, code: "resource_missing", param: "customer" });
  });

  it("402 when the bank refuses to save a card", async () => {
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

  it("a deleted customer answers as a tombstone", async () => {
    const { id } = await stripe.customers.create({});
    expect(await stripe.customers.del(id)).toMatchObject({ id, object: "customer", deleted: true });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  });
});
