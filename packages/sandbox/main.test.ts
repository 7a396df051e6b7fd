import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sandbox, SandboxOptions } from "./main.ts";
import { createTestAccount, startTestSandbox } from "./testing/test-account.ts";
import { receiveWebhooks } from "./testing/receive-webhooks.ts";

const shopKey = "sk_test_sandbox";
let folder: string;
let running: Sandbox[];
let shop: Awaited<ReturnType<typeof receiveWebhooks>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  running = [];
  shop = await receiveWebhooks();
});
afterEach(async () => {
  await Promise.all(running.map((sandbox) => sandbox.stop()));
  rmSync(folder, { recursive: true });
  shop.close();
});

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startTestSandbox({
    stateDir: folder,
    webhook: { url: shop.url, secret: "whsec_test" },
    ...options,
  });
  running.push(sandbox);
  return sandbox;
}

async function restart(sandbox: Sandbox): Promise<Sandbox> {
  running = running.filter((other) => other !== sandbox);
  await sandbox.stop();
  return start();
}

describe("a restart", () => {
  it("a restart keeps objects, idempotency keys and the clock", async () => {
    const first = await start();
    const account = createTestAccount(first);
    const customer = await account.stripe.customers.create(
      { name: "Ann" },
      { idempotencyKey: "one" },
    );
    await account.control("clock", { advanceSeconds: 1000 });
    const again = createTestAccount(await restart(first), account.key);
    expect(
      (await again.stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" })).id,
    ).toBe(customer.id);
    expect((await again.stripe.customers.create({})).created).toBeGreaterThanOrEqual(
      customer.created + 1000,
    );
  });

  it("a restart delivers the events that were not delivered before", async () => {
    const first = await start();
    const account = createTestAccount(first, shopKey);
    await account.control("webhooks", { mode: "hold" });
    await account.stripe.products.create({ name: "A thing" });
    const again = createTestAccount(await restart(first), shopKey);
    await again.control("webhooks/flush", {});
    expect(shop.received.map(({ type }) => type)).toEqual(["product.created"]);
  });

  it("a restart updates the shop's one webhook endpoint to the new URL and event types", async () => {
    const first = await start({
      webhook: { url: "http://127.0.0.1:9/old", secret: "whsec_test", events: ["invoice.paid"] },
    });
    const { stripe } = createTestAccount(await restart(first), shopKey);
    const { data } = await stripe.webhookEndpoints.list();
    expect(data.map(({ url }) => url)).toEqual([shop.url]);
    expect(data[0]?.enabled_events).toEqual(["*"]);
  });
});

describe("the shop's account", () => {
  it("the shop's account receives only the configured event types", async () => {
    const { stripe } = createTestAccount(
      await start({
        webhook: { url: shop.url, secret: "whsec_test", events: ["product.created"] },
      }),
      shopKey,
    );
    await stripe.customers.create({});
    await stripe.products.create({ name: "A thing" });
    await shop.waitForCount(1);
    expect(shop.received.map(({ type }) => type)).toEqual(["product.created"]);
    expect((await stripe.webhookEndpoints.list()).data[0]?.enabled_events).not.toContain(
      "invoice.created",
    );
  });

  it("the shop's account signs events with every configured secret", async () => {
    const { stripe } = createTestAccount(
      await start({ webhook: { url: shop.url, secret: ["whsec_new", "whsec_old"] } }),
      shopKey,
    );
    await stripe.products.create({ name: "A thing" });
    await shop.waitForCount(1);
    const [{ body, signature }] = shop.received as [(typeof shop.received)[0]];
    for (const secret of ["whsec_new", "whsec_old"]) {
      await expect(
        stripe.webhooks.constructEventAsync(body, signature, secret),
      ).resolves.toBeDefined();
    }
  });

  it("a reset without a key empties the shop's account, which keeps its webhook endpoint", async () => {
    const sandbox = await start();
    const { stripe } = createTestAccount(sandbox, shopKey);
    const other = createTestAccount(sandbox);
    await stripe.products.create({ name: "A thing" });
    const { id } = await other.stripe.customers.create({});
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: "POST" });
    expect((await stripe.products.list()).data).toEqual([]);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect((await other.stripe.customers.retrieve(id)).id).toBe(id);
  });
});

describe("the control API", () => {
  it("the control API lists the requests that the app made, with replays marked", async () => {
    const { stripe, control } = createTestAccount(await start());
    await stripe.customers.create({ name: "Ann", metadata: { a: "1" } }, { idempotencyKey: "one" });
    await stripe.customers.create({ name: "Ann", metadata: { a: "1" } }, { idempotencyKey: "one" });
    const { body } = await control<{ requests: object[] }>("requests");
    const request = {
      method: "POST",
      path: "/v1/customers",
      params: { name: "Ann", metadata: { a: "1" } },
      idempotencyKey: "one",
      status: 200,
    };
    expect(body.requests).toMatchObject([
      { ...request, replayed: false },
      { ...request, replayed: true },
    ]);
  });

  it("the control API names the invalid field, and answers 404 for unknown sessions and paths", async () => {
    const { control } = createTestAccount(await start());
    expect(await control("webhooks", { mode: "sideways" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "mode" }] },
    });
    expect(await control("faults", { match: "everything", status: 500 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "match" }] },
    });
    expect(await control("checkout/cs_test_none/pay", {})).toMatchObject({ status: 404 });
    expect(await control("nothing")).toMatchObject({ status: 404 });
  });
});

describe("the dashboard", () => {
  it("the dashboard shows personas, cards, events and requests, and escapes markup in names", async () => {
    const sandbox = await start({ signInUrl: "http://localhost:3000/login" });
    const { stripe } = createTestAccount(sandbox, shopKey);
    await stripe.products.create({ name: "A thing" });
    await shop.waitForCount(1);
    const html = await (await fetch(sandbox.url)).text();
    for (const text of [
      "Olive Owner",
      "4000 0000 0000 9995",
      "product.created",
      "POST /v1/products",
      "http://localhost:3000/login?login_hint=ann",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("<img src=x");
  });

  it("the dashboard switches the webhook mode and resends events, but refuses forms from another site", async () => {
    const sandbox = await start();
    const { stripe, events } = createTestAccount(sandbox, shopKey);
    const postForm = (path: string, form: Record<string, string>, origin = sandbox.url) =>
      fetch(`${sandbox.url}/desk/${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { origin },
        body: new URLSearchParams(form),
      });
    expect((await postForm("webhooks", { mode: "hold" }, "http://evil.example")).status).toBe(403);
    expect((await postForm("webhooks", { mode: "hold" })).status).toBe(303);
    await stripe.products.create({ name: "A thing" });
    expect(await (await fetch(sandbox.url)).text()).toContain("Deliver 1 held event");
    await postForm("flush", {});
    await postForm(`events/${(await events())[0]!.id}/resend`, {});
    expect(shop.received).toHaveLength(2);
  });

  it("the dashboard settles a pending debit in place of the bank", async () => {
    const sandbox = await start();
    const { stripe, openCheckout, pay } = createTestAccount(sandbox, shopKey);
    const session = await openCheckout({ currency: "eur" });
    await pay(session.id, "AT611904300234573201");
    expect(await (await fetch(sandbox.url)).text()).toContain("You are the bank");
    await fetch(`${sandbox.url}/desk/checkout/${session.id}/settle`, {
      method: "POST",
      headers: { origin: sandbox.url },
      body: new URLSearchParams({ outcome: "failed" }),
    });
    const intent = await stripe.paymentIntents.retrieve(
      (await stripe.checkout.sessions.retrieve(session.id)).payment_intent as string,
    );
    expect(intent.status).toBe("requires_payment_method");
  });

  it("the dashboard advances the clock and ignores negative steps", async () => {
    const sandbox = await start();
    const advanceClock = (seconds: string) =>
      fetch(`${sandbox.url}/desk/clock`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ seconds }),
        headers: { origin: sandbox.url },
      });
    const now = async () => {
      const response = await fetch(`${sandbox.url}/_sandbox/clock`);
      return ((await response.json()) as { now: number }).now;
    };
    const before = await now();
    expect((await advanceClock("86400")).status).toBe(303);
    await advanceClock("-86400");
    expect(await now()).toBeGreaterThanOrEqual(before + 86_400);
  });
});
