import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

describe("parameters", () => {
  it("400 that names an unknown parameter", async () => {
    const { stripe } = createTestAccount(sandbox);
    const wrong = stripe.customers.create({
      favorite_color: "blue",
    } as Stripe.CustomerCreateParams);
    await expect(wrong).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
      code: "parameter_unknown",
      param: "favorite_color",
    });
  });

  it("400 that names an unknown nested parameter with brackets", async () => {
    const { stripe } = createTestAccount(sandbox);
    const wrong = stripe.checkout.sessions.create({
      mode: "payment",
      success_url: "http://localhost/",
      line_items: [{ price: "price_1", quantity: 1, colour: "blue" } as object],
    });
    await expect(wrong).rejects.toMatchObject({
      code: "parameter_unknown",
      param: "line_items[0][colour]",
    });
  });

  it("400 that names a parameter that is missing, empty or not a number", async () => {
    const { stripe } = createTestAccount(sandbox);
    await expect(stripe.products.create({} as Stripe.ProductCreateParams)).rejects.toMatchObject({
      code: "parameter_missing",
      param: "name",
    });
    await expect(stripe.products.create({ name: "" })).rejects.toMatchObject({
      code: "parameter_invalid_empty",
      param: "name",
    });
    await expect(stripe.customers.list({ limit: 1.5 })).rejects.toMatchObject({
      code: "parameter_invalid_integer",
      param: "limit",
    });
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
  });

  it("metadata merges, the empty string unsets, and __proto__ is an ordinary key", async () => {
    const { stripe } = createTestAccount(sandbox);
    const metadata = JSON.parse('{"a":"1","b":"2","__proto__":"x"}') as Record<string, string>;
    const { id, metadata: created } = await stripe.customers.create({
      metadata,
      description: "old",
    });
    expect(Object.entries(created)).toContainEqual(["__proto__", "x"]);
    const changed = await stripe.customers.update(id, {
      metadata: { b: "", c: "3" },
      description: "",
    });
    expect(Object.keys(changed.metadata).toSorted()).toEqual(["__proto__", "a", "c"]);
    expect(changed.description).toBeNull();
    expect((await stripe.customers.update(id, { metadata: "" })).metadata).toEqual({});
  });

  it("400 for metadata above Stripe's limits", async () => {
    const { stripe } = createTestAccount(sandbox);
    await expect(
      stripe.customers.create({ metadata: { a: "x".repeat(501) } }),
    ).rejects.toMatchObject({ param: "metadata[a]" });
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, "x"]));
    await expect(stripe.customers.create({ metadata: many })).rejects.toMatchObject({
      param: "metadata",
    });
  });
});

describe("authentication", () => {
  it("401 without a key, and with a key that is not a test key", async () => {
    const bare = await fetch(`${sandbox.url}/v1/customers`);
    expect(bare.status).toBe(401);
    await expect(
      createTestAccount(sandbox, "sk_live_abc").stripe.customers.list(),
    ).rejects.toMatchObject({ statusCode: 401 });
  });

  it("404 for an object of another account", async () => {
    const { id } = await createTestAccount(sandbox).stripe.customers.create({});
    await expect(createTestAccount(sandbox).stripe.customers.retrieve(id)).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: `No such customer: '${id}'`,
    });
  });

  it("404 for an unknown path", async () => {
    const { key } = createTestAccount(sandbox);
    const response = await fetch(`${sandbox.url}/v1/unicorns`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get("request-id")).toMatch(/^req_/);
  });

  it("responses have a request id and the API version", async () => {
    const { stripe } = createTestAccount(sandbox);
    const { lastResponse } = await stripe.customers.create({});
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(lastResponse.apiVersion).toBe("2026-10-28.endive");
  });

  it("responses are dated by the account's clock", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("clock", { advanceSeconds: 40 * 86_400 });
    const { lastResponse, created } = await stripe.customers.create({});
    const date = new Headers(lastResponse.headers).get("date") ?? "";
    expect(Math.abs(Date.parse(date) / 1000 - created)).toBeLessThan(60);
  });
});

describe("lists", () => {
  it("lists are newest first and can be paged in both directions", async () => {
    const { stripe } = createTestAccount(sandbox);
    const made: string[] = [];
    for (let index = 0; index < 12; index++) made.unshift((await stripe.customers.create({})).id);
    const first = await stripe.customers.list();
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 10));
    expect(first.has_more).toBe(true);
    const second = await stripe.customers.list({ starting_after: made[9]! });
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(10));
    expect(second.has_more).toBe(false);
    const before = await stripe.customers.list({ ending_before: made[4]!, limit: 2 });
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
    expect(before.has_more).toBe(true);
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 5 })) all.push(id);
    expect(all).toEqual(made);
  });

  it("400 for an unknown cursor", async () => {
    const { stripe } = createTestAccount(sandbox);
    await expect(stripe.customers.list({ starting_after: "cus_nobody" })).rejects.toMatchObject({
      code: "resource_missing",
      param: "starting_after",
    });
  });

  it("lists find prices by lookup key, which only one active price can have", async () => {
    const { stripe } = createTestAccount(sandbox);
    const product = await stripe.products.create({ name: "A thing" });
    const price = { product: product.id, currency: "usd", unit_amount: 100, lookup_key: "monthly" };
    const old = await stripe.prices.create(price);
    await expect(stripe.prices.create(price)).rejects.toMatchObject({ param: "lookup_key" });
    const taken = await stripe.prices.create({
      ...price,
      unit_amount: 200,
      transfer_lookup_key: true,
    });
    const found = await stripe.prices.list({ lookup_keys: ["monthly"] });
    expect(found.data.map(({ id }) => id)).toEqual([taken.id]);
    expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull();
  });
});

describe("expand", () => {
  it("expands four levels deep, also inside lists", async () => {
    const { stripe, openCheckout, pay } = createTestAccount(sandbox);
    const session = await openCheckout({ monthly: true });
    await pay(session.id);
    const found = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["line_items.data.price.product", "subscription.latest_invoice.payments", "customer"],
    });
    const product = found.line_items?.data[0]?.price?.product as Stripe.Product;
    const invoice = (found.subscription as Stripe.Subscription).latest_invoice as Stripe.Invoice;
    expect(product.name).toBe("A thing");
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/);
    expect((found.customer as Stripe.Customer).email).toBe("ann@example.com");
    const listed = await stripe.subscriptions.list({ expand: ["data.latest_invoice"] });
    expect(listed.data[0]?.latest_invoice).toMatchObject({ object: "invoice" });
  });

  it("400 for a path that cannot be expanded, even if the field is empty, and for one that is too deep", async () => {
    const { stripe, openCheckout } = createTestAccount(sandbox);
    const { id } = await openCheckout();
    for (const path of ["amount_total", "payment_intent.nothing", "customer.email"]) {
      await expect(stripe.checkout.sessions.retrieve(id, { expand: [path] })).rejects.toMatchObject(
        { statusCode: 400, param: "expand" },
      );
    }
    await expect(
      stripe.subscriptions.list({ expand: ["data.items.data.price.product"] }),
    ).rejects.toThrow(/more than 4 levels/);
  });

  it("expanding shows a deleted customer as deleted", async () => {
    const { stripe, openCheckout } = createTestAccount(sandbox);
    const session = await openCheckout();
    await stripe.customers.del(session.customer as string);
    const found = await stripe.checkout.sessions.retrieve(session.id, { expand: ["customer"] });
    expect(found.customer).toEqual({ id: session.customer, object: "customer", deleted: true });
  });
});

describe("idempotency keys", () => {
  it("replay the first result, with a header that says so", async () => {
    const { stripe } = createTestAccount(sandbox);
    const first = await stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" });
    const second = await stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" });
    expect(second.id).toBe(first.id);
    const { headers } = second.lastResponse as unknown as Response;
    expect(headers.get("idempotent-replayed")).toBe("true");
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it("400 when the parameters or the endpoint changed", async () => {
    const { stripe } = createTestAccount(sandbox);
    await stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" });
    await expect(
      stripe.customers.create({ name: "Bob" }, { idempotencyKey: "one" }),
    ).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
    await expect(
      stripe.products.create({ name: "Ann" }, { idempotencyKey: "one" }),
    ).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  });

  it("409 while the first request is running", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: "POST /v1/customers", delayMs: 200 });
    const slow = stripe.customers.create({}, { idempotencyKey: "one" });
    let taken = false;
    while (!taken)
      taken = (await control<{ faults: unknown[] }>("faults")).body.faults.length === 0;
    await expect(stripe.customers.create({}, { idempotencyKey: "one" })).rejects.toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
    });
    expect((await slow).id).toMatch(/^cus_/);
  });

  it("replay a stored 500, even if the work was done", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: "POST /v1/customers", status: 500, afterCommit: true });
    await expect(stripe.customers.create({}, { idempotencyKey: "one" })).rejects.toMatchObject({
      statusCode: 500,
    });
    await expect(stripe.customers.create({}, { idempotencyKey: "one" })).rejects.toMatchObject({
      statusCode: 500,
    });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it("idempotency keys can be used again after the parameters were refused", async () => {
    const { stripe } = createTestAccount(sandbox);
    await expect(
      stripe.customers.create({ nonsense: "x" } as object, { idempotencyKey: "one" }),
    ).rejects.toThrow(/unknown parameter/);
    expect((await stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" })).name).toBe(
      "Ann",
    );
  });
});

describe("faults", () => {
  it("fail the requested number of times, without doing the work", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: "GET /v1/customers*", times: 2, status: 429 });
    await expect(stripe.customers.list()).rejects.toMatchObject({
      type: "StripeRateLimitError",
      statusCode: 429,
    });
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 429 });
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  it("a fault with afterCommit does the work and fails; a retry with the same key gets the result", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: "POST /v1/customers", status: 503, afterCommit: true });
    await expect(
      stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" }),
    ).rejects.toMatchObject({ statusCode: 503 });
    const again = await stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" });
    expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([again.id]);
  });
});

describe("the rate limit of an account", () => {
  it("more requests a second than the account may make answer 429, and the work is not done", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("settings", { requestsPerSecond: 5 });
    const create = (index: number) =>
      stripe.customers.create({ name: "Ann" }, { idempotencyKey: `ann-${index}` });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => create(index)),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused)
      expect((result as PromiseRejectedResult).reason).toMatchObject({
        statusCode: 429,
        code: "rate_limit",
      });
    await control("settings", { requestsPerSecond: null });
    // The keys are free: nothing was stored for them.
    await Promise.all(results.map((_, index) => create(index)));
    expect((await stripe.customers.list({ limit: 100 })).data).toHaveLength(8);
  });
});
