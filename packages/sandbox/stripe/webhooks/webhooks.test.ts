import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";
import { receiveWebhooks } from "../../testing/receive-webhooks.ts";

let sandbox: Sandbox;
let shop: Awaited<ReturnType<typeof receiveWebhooks>>;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());
beforeEach(async () => void (shop = await receiveWebhooks()));
afterEach(() => void shop.close());

/** Creates an account that sends its events to the shop. `secret` is the signing secret. */
async function createWebhookAccount(
  enabled_events: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = ["*"],
) {
  const account = createTestAccount(sandbox);
  const endpoint = await account.stripe.webhookEndpoints.create({ url: shop.url, enabled_events });
  return { ...account, endpoint, secret: endpoint.secret! };
}

interface ListedEvent {
  id: string;
  type: string;
  deliveries: { state: string; attempts: { status: number | null; error: string | null }[] }[];
}

describe("an event", () => {
  it("an event has a signature that the official client accepts", async () => {
    const { stripe, secret } = await createWebhookAccount();
    const customer = await stripe.customers.create({ name: "Ann" });
    await shop.waitForCount(1);
    const [{ body, signature }] = shop.received as [(typeof shop.received)[0]];
    const event = await stripe.webhooks.constructEventAsync(body, signature, secret);
    expect(event).toMatchObject({
      type: "customer.created",
      api_version: "2026-10-28.endive",
      livemode: false,
      pending_webhooks: 1,
      data: { object: { id: customer.id } },
    });
    expect(event.request?.id).toBe(customer.lastResponse.requestId);
    await expect(
      stripe.webhooks.constructEventAsync(body, signature, "whsec_other"),
    ).rejects.toThrow(/No signatures found/);
  });

  it("an event keeps the object as it was at that time, and includes previous_attributes", async () => {
    const { stripe, events } = await createWebhookAccount();
    const { id } = await stripe.customers.create({ name: "Ann", metadata: { a: "1", b: "2" } });
    await stripe.customers.update(id, { name: "Bea", metadata: { a: "3" } });
    const [created, updated] = await events();
    expect(created?.data.object).toMatchObject({ name: "Ann", metadata: { a: "1" } });
    expect(updated).toMatchObject({
      type: "customer.updated",
      data: { previous_attributes: { name: "Ann", metadata: { a: "1" } } },
    });
    expect(Object.keys(updated?.data.previous_attributes ?? {}).toSorted()).toEqual([
      "metadata",
      "name",
    ]);
  });

  it("an event is not created when nothing changed", async () => {
    const { stripe, events } = await createWebhookAccount();
    const { id } = await stripe.customers.create({ name: "Ann" });
    await stripe.customers.update(id, { name: "Ann" });
    expect(await events()).toHaveLength(1);
  });

  it("an event is sent only to enabled endpoints that are subscribed to its type", async () => {
    const { stripe, control, endpoint } = await createWebhookAccount(["product.created"]);
    await stripe.customers.create({});
    await stripe.products.create({ name: "A thing" });
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
    await stripe.products.create({ name: "Another" });
    await control("webhooks/flush", {});
    expect(shop.received.map(({ type }) => type)).toEqual(["product.created"]);
  });

  it("an event counts as pending until it is delivered, and can be listed by delivery_success", async () => {
    const { stripe, control } = await createWebhookAccount();
    await control("webhooks", { mode: "hold" });
    const { id } = await stripe.customers.create({});
    expect((await stripe.events.list({ delivery_success: false })).data[0]?.pending_webhooks).toBe(
      1,
    );
    await control("webhooks/flush", {});
    const [event] = (await stripe.events.list({ delivery_success: true })).data;
    expect(event).toMatchObject({ pending_webhooks: 0, data: { object: { id } } });
  });

  it("an event can be listed by type, with wildcards, and by time", async () => {
    const { stripe } = await createWebhookAccount();
    const { id } = await stripe.customers.create({});
    await stripe.customers.update(id, { name: "Ann" });
    await stripe.products.create({ name: "A thing" });
    const types = async (params: Stripe.EventListParams) =>
      (await stripe.events.list(params)).data.map(({ type }) => type);
    expect(await types({ type: "customer.*" })).toEqual(["customer.updated", "customer.created"]);
    expect(await types({ types: ["customer.created", "product.created"] })).toEqual([
      "product.created",
      "customer.created",
    ]);
    expect(await types({ created: { gt: Math.floor(Date.now() / 1000) + 10 } })).toEqual([]);
  });
});

describe("a delivery", () => {
  it("a delivery is retried with a new signature after an error response, and every attempt is recorded", async () => {
    const { stripe, control, secret } = await createWebhookAccount();
    shop.nextStatuses.push(500, 302);
    const { id } = await stripe.customers.create({});
    await shop.waitForCount(3);
    await control("webhooks/flush", {});
    for (const { body, signature } of shop.received) {
      expect(
        (await stripe.webhooks.constructEventAsync(body, signature, secret)).data.object,
      ).toMatchObject({ id });
    }
    const { body } = await control<{ events: ListedEvent[] }>("events");
    expect(body.events[0]?.deliveries).toMatchObject([
      { state: "delivered", attempts: [{ status: 500 }, { status: 302 }, { status: 200 }] },
    ]);
  });

  it("a delivery fails after the last retry, and can be resent", async () => {
    const { stripe, control } = await createWebhookAccount();
    shop.nextStatuses.push(500, 500, 500, 500);
    await stripe.customers.create({});
    await shop.waitForCount(4);
    const events = async () => (await control<{ events: ListedEvent[] }>("events")).body.events;
    await expect.poll(async () => (await events())[0]?.deliveries[0]?.state).toBe("failed");
    const [event] = await events();
    expect((await control(`events/${event!.id}/resend`, {})).body).toEqual({
      attempted: 1,
      delivered: 1,
    });
    expect(shop.received).toHaveLength(5);
  });

  it("a delivery happens twice in duplicate mode", async () => {
    const { stripe, control } = await createWebhookAccount();
    await control("webhooks", { mode: "duplicate" });
    await stripe.customers.create({});
    await shop.waitForCount(2);
    expect(new Set(shop.received.map(({ id }) => id)).size).toBe(1);
  });

  it("a delivery does not happen in drop mode, but the event can be resent", async () => {
    const { stripe, control, events } = await createWebhookAccount();
    await control("webhooks", { mode: "drop" });
    await stripe.customers.create({});
    expect((await control("webhooks/flush", {})).body).toEqual({ attempted: 0, delivered: 0 });
    await control(`events/${(await events())[0]!.id}/resend`, {});
    expect(shop.received).toHaveLength(1);
  });

  it("a delivery is held in hold mode until a flush, which delivers all held events", async () => {
    const { stripe, control } = await createWebhookAccount();
    await control("webhooks", { mode: "hold" });
    for (const name of ["Ann", "Bea", "Cyd"]) await stripe.customers.create({ name });
    expect(shop.received).toEqual([]);
    expect((await control("webhooks/flush", {})).body).toEqual({ attempted: 3, delivered: 3 });
    expect(shop.received.map(({ body }) => JSON.parse(body).data.object.name)).toEqual([
      "Ann",
      "Bea",
      "Cyd",
    ]);
  });

  it("a delivery happens in a different order in shuffle mode", async () => {
    const { stripe, control } = await createWebhookAccount();
    await control("webhooks", { mode: "shuffle", delayMs: 5_000 });
    for (const name of ["Ann", "Bea", "Cyd"]) await stripe.customers.create({ name });
    await control("webhooks/flush", {});
    const order = shop.received.map(({ body }) => JSON.parse(body).data.object.name as string);
    expect(order).not.toEqual(["Ann", "Bea", "Cyd"]);
    expect(order.toSorted()).toEqual(["Ann", "Bea", "Cyd"]);
  });

  it("deliveries in parallel mode are on their way at the same time", async () => {
    const { stripe, control } = createTestAccount(sandbox);
    const pending: ServerResponse[] = [];
    // Answers nobody until three deliveries wait.
    const server = createServer((_request, response) => {
      pending.push(response);
      if (pending.length === 3) for (const each of pending) each.writeHead(200).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    await control("webhooks", { mode: "parallel", delayMs: 60_000 });
    await stripe.webhookEndpoints.create({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      enabled_events: ["customer.created"],
    });
    for (const name of ["Ann", "Bea", "Cyd"]) await stripe.customers.create({ name });
    const { body } = await control<{ delivered: number }>("webhooks/flush", {});
    server.close();
    expect(body.delivered).toBe(3);
  });

  it("a delivery has two signatures while a secret rotates, and one afterwards", async () => {
    const { stripe, control, secret } = await createWebhookAccount();
    const { body } = await control<{ secret: string }>("webhooks/rotate-secret", {});
    await stripe.customers.create({});
    await shop.waitForCount(1);
    await control("webhooks/rotate-secret", { secret: "whsec_third", keepOldForMs: 0 });
    await stripe.customers.create({});
    await shop.waitForCount(2);
    const [during, after] = shop.received;
    for (const validSecret of [secret, body.secret]) {
      await expect(
        stripe.webhooks.constructEventAsync(during!.body, during!.signature, validSecret),
      ).resolves.toBeDefined();
    }
    expect(after!.signature.match(/v1=/g)).toHaveLength(1);
    await expect(
      stripe.webhooks.constructEventAsync(after!.body, after!.signature, "whsec_third"),
    ).resolves.toBeDefined();
  });
});

describe("a webhook endpoint", () => {
  it("a webhook endpoint returns its secret only when it is created", async () => {
    const { stripe, endpoint } = await createWebhookAccount();
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty("secret");
    expect((await stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty("secret");
    await stripe.webhookEndpoints.del(endpoint.id);
    await expect(stripe.webhookEndpoints.retrieve(endpoint.id)).rejects.toMatchObject({
      code: "resource_missing",
    });
  });
});
