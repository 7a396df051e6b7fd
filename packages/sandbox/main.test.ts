import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sandbox, SandboxOptions } from "./main.ts";
import { openAccount, openSandbox } from "./testing/test-account.ts";
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

async function start(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await openSandbox({
    stateDir: folder,
    appUrl: new URL(shop.url).origin,
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
  it("keeps objects, keys and the clock", async () => {
    const first = await start();
    const account = openAccount(first);
    const customer = await account.stripe.customers.create(
      { name: "Ann" },
      { idempotencyKey: "one" },
    );
    await account.control("clock", { advanceSeconds: 1000 });
    const again = openAccount(await restart(first), account.key);
    expect(
      (await again.stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" })).id,
    ).toBe(customer.id);
    expect((await again.stripe.customers.create({})).created).toBeGreaterThanOrEqual(
      customer.created + 1000,
    );
  });

  it("sends what was not delivered yet", async () => {
    const first = await start();
    const account = openAccount(first, shopKey);
    await account.control("webhooks", { mode: "hold" });
    await account.stripe.products.create({ name: "A thing" });
    const again = openAccount(await restart(first), shopKey);
    await again.control("webhooks/flush", {});
    expect(shop.received.map(({ type }) => type)).toEqual(["product.created"]);
  });

  it("leaves the shop with one webhook endpoint, at its present address", async () => {
    const first = await start({ appUrl: "http://127.0.0.1:9" });
    const { stripe } = openAccount(await restart(first), shopKey);
    const { data } = await stripe.webhookEndpoints.list();
    expect(data.map(({ url }) => url)).toEqual([`${new URL(shop.url).origin}/api/stripe/webhook`]);
    expect(data[0]?.enabled_events).not.toContain("invoice.created");
  });
});

describe("the shop's own account", () => {
  it("signs with every secret that was given", async () => {
    const { stripe } = openAccount(await start({ webhookSecret: "whsec_new,whsec_old" }), shopKey);
    await stripe.products.create({ name: "A thing" });
    await shop.count(1);
    const [{ body, signature }] = shop.received as [(typeof shop.received)[0]];
    for (const secret of ["whsec_new", "whsec_old"]) {
      await expect(
        stripe.webhooks.constructEventAsync(body, signature, secret),
      ).resolves.toBeDefined();
    }
  });

  it("is what controls mean without a key, and starts over when reset", async () => {
    const sandbox = await start();
    const { stripe } = openAccount(sandbox, shopKey);
    const other = openAccount(sandbox);
    await stripe.products.create({ name: "A thing" });
    const { id } = await other.stripe.customers.create({});
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: "POST" });
    expect((await stripe.products.list()).data).toEqual([]);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect((await other.stripe.customers.retrieve(id)).id).toBe(id);
  });
});

describe("the controls", () => {
  it("tell what the app asked of Stripe", async () => {
    const { stripe, control } = openAccount(await start());
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

  it("say what is wrong with a request", async () => {
    const { control } = openAccount(await start());
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

describe("the desk", () => {
  it("shows people, cards, events and requests, and escapes what is markup", async () => {
    const sandbox = await start();
    const { stripe } = openAccount(sandbox, shopKey);
    await stripe.products.create({ name: "A thing" });
    await shop.count(1);
    const html = await (await fetch(sandbox.url)).text();
    for (const text of [
      "Olive Owner",
      "4000 0000 0000 9995",
      "product.created",
      "POST /v1/products",
      "login_hint=ann",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("<img src=x");
  });

  it("switches webhooks and resends, but not for another site", async () => {
    const sandbox = await start();
    const { stripe, events } = openAccount(sandbox, shopKey);
    const press = (path: string, form: Record<string, string>, origin = sandbox.url) =>
      fetch(`${sandbox.url}/desk/${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { origin },
        body: new URLSearchParams(form),
      });
    expect((await press("webhooks", { mode: "hold" }, "http://evil.example")).status).toBe(403);
    expect((await press("webhooks", { mode: "hold" })).status).toBe(303);
    await stripe.products.create({ name: "A thing" });
    expect(await (await fetch(sandbox.url)).text()).toContain("Deliver 1 held event");
    await press("flush", {});
    await press(`events/${(await events())[0]!.id}/resend`, {});
    expect(shop.received).toHaveLength(2);
  });

  it("answers for the bank", async () => {
    const sandbox = await start();
    const { stripe, openCheckout, pay } = openAccount(sandbox, shopKey);
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

  it("moves the clock, forward only", async () => {
    const sandbox = await start();
    const move = (seconds: string) =>
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
    expect((await move("86400")).status).toBe(303);
    await move("-86400");
    expect(await now()).toBeGreaterThanOrEqual(before + 86_400);
  });
});
