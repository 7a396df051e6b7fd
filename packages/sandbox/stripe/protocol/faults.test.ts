import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type Stripe from "stripe";
import type { Sandbox } from "../../main.ts";
import { receiveWebhooks } from "../../testing/receive-webhooks.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const createCustomer = "POST /v1/customers";

describe("a held request", () => {
  it("a held request waits until it is released, and does its work then", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: createCustomer, hold: true });
    const creation = stripe.customers.create({ name: "Ann" });
    const { body: held } = await control(`faults/held?match=${encodeURIComponent(createCustomer)}`);
    expect(held).toEqual({ method: "POST", path: "/v1/customers", params: { name: "Ann" } });
    expect((await stripe.customers.list()).data).toEqual([]);
    const { body: released } = await control("faults/release", { match: createCustomer });
    expect(released).toEqual({ released: 1 });
    expect((await creation).name).toBe("Ann");
  });

  it("a request held with afterCommit answers what was true before it waited", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const { id } = await stripe.customers.create({ name: "Ann" });
    await control("faults", { match: "GET /v1/customers/*", hold: true, afterCommit: true });
    const reading = stripe.customers.retrieve(id);
    await control(`faults/held?match=${encodeURIComponent("GET /v1/customers/*")}`);
    await stripe.customers.update(id, { name: "Bea" });
    expect((await control("faults")).body).toMatchObject({ held: [{ method: "GET" }] });
    await control("faults/release", {});
    expect(await reading).toMatchObject({ name: "Ann" });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ name: "Bea" });
  });

  it("a held request is released by a reset", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: createCustomer, hold: true });
    const creation = stripe.customers.create({ name: "Ann" });
    await control(`faults/held?match=${encodeURIComponent(createCustomer)}`);
    await control("reset", {});
    expect((await creation).name).toBe("Ann");
  });
});

describe("a dropped connection", () => {
  it("a dropped connection does no work", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: createCustomer, drop: true });
    const creation = stripe.customers.create({ name: "Ann" });
    await expect(creation).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  it("a connection dropped with afterCommit loses only the response; a retry with the same key gets it", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: createCustomer, drop: true, afterCommit: true });
    const create = () => stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" });
    await expect(create()).rejects.toMatchObject({ type: "StripeConnectionError" });
    const { id } = await create();
    expect((await stripe.customers.list()).data.map((customer) => customer.id)).toEqual([id]);
  });
});

describe("a changed response", () => {
  it("a changed response has the changes of the patch, and the account has not", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const { id } = await stripe.customers.create({ name: "Ann", email: "ann@example.com" });
    await control("faults", {
      match: "GET /v1/customers",
      patch: [
        { op: "replace", path: "/data/0/name", value: "Eve" },
        { op: "remove", path: "/data/0/email" },
        { op: "add", path: "/data/-", value: { id: "cus_other" } },
      ],
    });
    const { data } = await stripe.customers.list();
    expect(data).toMatchObject([{ id, name: "Eve" }, { id: "cus_other" }]);
    expect(data[0]).not.toHaveProperty("email");
    expect((await stripe.customers.list()).data).toMatchObject([{ id, name: "Ann" }]);
  });

  it("a response can be replaced altogether, while the work is done and a retry gets the real one", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    await control("faults", { match: createCustomer, body: { id: "cus_other" } });
    const create = () => stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" });
    expect((await create()).id).toBe("cus_other");
    expect(await create()).toMatchObject({ name: "Ann" });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it("a patch that does not fit fails loudly", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const patch = [{ op: "replace", path: "/data/0/name", value: "Eve" }];
    await control("faults", { match: "GET /v1/customers", patch });
    await expect(stripe.customers.list()).rejects.toThrow("nothing is at /data/0/name");
  });
});

it("a captured request is listed with the response that the app got", async () => {
  const { stripe, control } = createTestAccount(sandbox);
  await control("faults", { match: "* /v1/customers*", capture: true, times: 2, delayMs: 1 });
  const { id } = await stripe.customers.create({ name: "Ann" });
  await stripe.customers.retrieve(id);
  await stripe.customers.retrieve(id);
  const { captured } = (await control<{ captured: unknown[] }>("captures")).body;
  expect(captured).toMatchObject([
    { method: "POST", path: "/v1/customers", params: { name: "Ann" }, status: 200, body: { id } },
    { method: "GET", path: `/v1/customers/${id}`, status: 200, body: { name: "Ann" } },
  ]);
  expect(captured).toHaveLength(2);
});

it("a fault that does nothing, or that the mailbox does not know, is refused", async () => {
  const { control } = createTestAccount(sandbox);
  expect((await control("faults", { match: createCustomer })).status).toBe(400);
  const mail = { match: "POST /mail/emails", hold: true };
  expect((await control("faults", mail)).status).toBe(400);
  expect((await control("faults", { ...mail, hold: false, status: 500 })).status).toBe(200);
});

it("an event of any shape, type and mode arrives signed, even one that the endpoint did not ask for", async () => {
  const { stripe, control } = createTestAccount(sandbox);
  const shop = await receiveWebhooks();
  const { secret } = await stripe.webhookEndpoints.create({
    url: shop.url,
    enabled_events: ["invoice.paid"],
  });
  const event = { type: "unheard.of", livemode: true, data: { object: [1, null] }, extra: "x" };
  const { body: emitted } = await control<Stripe.Event>("events", event);
  await shop.waitForCount(1);
  const [delivery] = shop.received;
  expect(JSON.parse(delivery!.body)).toMatchObject({ ...event, id: emitted.id, object: "event" });
  await stripe.webhooks.constructEventAsync(delivery!.body, delivery!.signature, secret!);
  expect(await stripe.events.retrieve(emitted.id)).toMatchObject(event);
  expect((await control("events", { id: emitted.id })).status).toBe(400);
  shop.close();
});
