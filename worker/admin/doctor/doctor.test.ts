import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { eventTypes } from "../../stripe/event-types.ts";
import { HOUR, MINUTE } from "../../lib/time.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { PORTAL_MARK } from "../../shop/billing/portal-configuration.ts";
import { runCron } from "../../run-cron.ts";
import { noteMoment } from "../../sync/health/health-signals.ts";
import type { Ctx } from "../../context.ts";
import { runDoctor, type Diagnosis } from "./run-doctor.ts";

const WEBHOOK = "http://localhost:8787/api/stripe/webhook";

type EndpointParams = Partial<Stripe.WebhookEndpointCreateParams>;

/** The endpoint as the setup makes it, but for some; nothing is delivered to it by itself. */
async function makeEndpoint(shop: TestShop, params: EndpointParams = {}) {
  await shop.control("webhooks", { mode: "hold" });
  return shop.ctx().stripe.webhookEndpoints.create({
    url: WEBHOOK,
    enabled_events: [...eventTypes],
    ...params,
  });
}

/** What one check finds, at `now` and with some of the configuration otherwise. */
async function finds(shop: TestShop, id: string, change: (ctx: Ctx) => Partial<Ctx> = () => ({})) {
  const ctx = shop.ctx();
  const { checks } = await runDoctor({ ...ctx, ...change(ctx) });
  return checks.find((check) => check.id === id);
}

const later = (ms: number) => () => ({ now: Date.now() + ms });

describe("the webhook endpoint", () => {
  it("is well when it is what the setup makes", async () => {
    const shop = openTestShop();
    await makeEndpoint(shop);
    expect(await finds(shop, "webhook")).toMatchObject({ state: "ok" });
    expect(await finds(shop, "api_version")).toMatchObject({ state: "ok" });
  });

  it("is broken where there is none for this address, with the command that makes it", async () => {
    const shop = openTestShop();
    await makeEndpoint(shop, { url: "https://other.example/api/stripe/webhook" });
    expect(await finds(shop, "webhook")).toMatchObject({
      state: "broken",
      found: expect.stringContaining(WEBHOOK),
      command: expect.stringContaining("stripe:setup"),
    });
  });

  it("is broken when Stripe has switched it off", async () => {
    const shop = openTestShop();
    const { id } = await makeEndpoint(shop);
    await shop.ctx().stripe.webhookEndpoints.update(id, { disabled: true });
    expect(await finds(shop, "webhook")).toMatchObject({ state: "broken" });
  });

  it.each([
    ["broken", eventTypes.slice(1)],
    ["warning", [...eventTypes, "invoice.created"]],
    ["warning", ["*"]],
  ] as [string, Stripe.WebhookEndpointCreateParams.EnabledEvent[]][])(
    "is %s with other events than the shop's",
    async (state, events) => {
      const shop = openTestShop();
      await makeEndpoint(shop, { enabled_events: events });
      expect(await finds(shop, "webhook")).toMatchObject({ state });
    },
  );

  it("should be one", async () => {
    const shop = openTestShop();
    await makeEndpoint(shop);
    await makeEndpoint(shop);
    expect(await finds(shop, "webhook")).toMatchObject({ state: "warning" });
  });
});

describe("deliveries", () => {
  it("are well when all that Stripe has sent is here, and broken when some is not", async () => {
    const shop = openTestShop();
    expect(await finds(shop, "deliveries")).toMatchObject({ state: "note" });
    await payForNewProduct(shop);
    expect(await finds(shop, "deliveries", later(3 * MINUTE))).toMatchObject({ state: "broken" });
    for (const event of await shop.events()) await shop.deliver(event);
    expect(await finds(shop, "deliveries", later(3 * MINUTE))).toMatchObject({ state: "ok" });
  });
});

describe("the webhook secret", () => {
  const forget = () => env.DB.prepare("DELETE FROM cursors WHERE name LIKE 'webhook_%'").run();

  it("is proven by a delivery", async () => {
    await forget();
    const shop = openTestShop();
    expect(await finds(shop, "secret")).toMatchObject({ state: "note" });
    await payForNewProduct(shop);
    await shop.deliver((await shop.events())[0]!);
    expect(await finds(shop, "secret")).toMatchObject({ state: "ok" });
  });

  it("is wrong when what Stripe signed was refused", async () => {
    await forget();
    const shop = openTestShop({ webhookSecrets: "whsec_c29tZXRoaW5nIGVsc2U" });
    await payForNewProduct(shop);
    expect((await shop.deliver((await shop.events())[0]!)).status).toBe(400);
    expect(await finds(shop, "secret")).toMatchObject({
      state: "broken",
      command: expect.stringContaining("STRIPE_WEBHOOK_SECRET"),
    });
  });

  it("is not in doubt because a stranger sent something", async () => {
    await forget();
    const shop = openTestShop();
    await payForNewProduct(shop);
    const [event] = await shop.events();
    await shop.deliver(event!);
    await shop.deliver(event!, { signature: `t=${Math.floor(Date.now() / 1000)},v1=00` });
    await noteMoment({ ...shop.ctx(), now: Date.now() + 1 }, "webhook_refused");
    expect(await finds(shop, "secret")).toMatchObject({
      state: "ok",
      found: expect.stringContaining("not Stripe's"),
    });
  });
});

it("the API version is in question when the endpoint has another", async () => {
  const shop = openTestShop();
  await makeEndpoint(shop);
  const { stripe } = shop.ctx();
  const listed = await stripe.webhookEndpoints.list();
  listed.data[0]!.api_version = "2020-08-27";
  const webhookEndpoints = { list: async () => listed } as unknown as Stripe["webhookEndpoints"];
  const old = Object.assign(Object.create(stripe) as Stripe, { webhookEndpoints });
  const found = await finds(shop, "api_version", () => ({ stripe: old }));
  expect(found).toMatchObject({ state: "warning", command: expect.stringContaining("--replace") });
});

it("the mode is broken when the key is of another than the endpoint or the products", async () => {
  const shop = openTestShop();
  await shop.sell({});
  expect(await finds(shop, "mode")).toMatchObject({ state: "ok" });
  const live = ({ config }: Ctx): Partial<Ctx> => ({
    config: { ...config, stripe: { ...config.stripe, mode: "live" } },
  });
  expect(await finds(shop, "mode", live)).toMatchObject({ state: "broken" });
  await makeEndpoint(shop);
  expect(await finds(shop, "mode", live)).toMatchObject({
    state: "broken",
    found: expect.stringContaining("webhook"),
  });
});

it("the clock is broken when it is minutes from Stripe's", async () => {
  const shop = openTestShop();
  expect(await finds(shop, "clock")).toMatchObject({ state: "ok" });
  expect(await finds(shop, "clock", later(5 * MINUTE))).toMatchObject({ state: "broken" });
});

it("the billing pages are noted until the shop has its own", async () => {
  const shop = openTestShop();
  expect(await finds(shop, "portal")).toMatchObject({ state: "note" });
  await shop.ctx().stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
    metadata: PORTAL_MARK,
  });
  expect(await finds(shop, "portal")).toMatchObject({ state: "ok" });
});

describe("mail", () => {
  const sendTo = async (shop: TestShop) => {
    const admin = await newBuyer({ role: "admin", env: shop.env });
    const answer = await admin.fetch("/api/admin/doctor/mail", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    return { admin, answer };
  };

  it("is noted where none can be sent", async () => {
    const shop = openTestShop();
    expect(await finds(shop, "mail")).toMatchObject({ state: "note" });
    expect((await sendTo(shop)).answer.status).toBe(404);
  });

  it("is well when a test arrives", async () => {
    const shop = openTestShop({ mails: true });
    const { admin, answer } = await sendTo(shop);
    expect(await answer.json()).toMatchObject({ isSent: true });
    const [message] = await shop.mailsTo(admin.userId);
    expect(message?.subject).toMatch(/^A test from /);
    expect(await finds(shop, "mail")).toMatchObject({ state: "ok" });
  });

  it("is broken when the sender refuses, with what it said", async () => {
    const shop = openTestShop({ mails: true });
    const refusing = { ...shop.env, EMAIL_API_URL: "http://127.0.0.1:1" };
    const { answer } = await sendTo({ ...shop, env: refusing });
    expect(await answer.json()).toMatchObject({ isSent: false, why: expect.any(String) });
    expect(await finds(shop, "mail", later(MINUTE))).toMatchObject({ state: "broken" });
  });
});

describe("a provider", () => {
  const withIssuer =
    (issuer: string) =>
    ({ config }: Ctx): Partial<Ctx> => {
      const providers = config.auth.providers.map((provider) => ({ ...provider, issuer }));
      return { config: { ...config, auth: { ...config.auth, providers } } };
    };

  it("is well when its document is there and its own", async () => {
    expect(await finds(openTestShop(), "provider_oidc")).toMatchObject({ state: "ok" });
  });

  it("is broken when it does not answer, or calls itself otherwise", async () => {
    const shop = openTestShop();
    const gone = await finds(shop, "provider_oidc", withIssuer("http://127.0.0.1:1"));
    expect(gone).toMatchObject({ state: "broken", fix: expect.any(String) });
    const { issuer } = shop.ctx().config.auth.providers[0]!;
    const slashed = await finds(shop, "provider_oidc", withIssuer(`${issuer}/`));
    expect(slashed).toMatchObject({ state: "broken", found: expect.stringContaining("expects") });
  });
});

describe("waiting work", () => {
  it("is well when nothing waits, slow after ten minutes, broken when something died", async () => {
    const shop = openTestShop();
    await env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq").run();
    await env.DB.prepare("UPDATE events SET status = 'done'").run();
    expect(await finds(shop, "queue")).toMatchObject({ state: "ok", found: "Nothing waits." });
    await payForNewProduct(shop);
    for (const event of await shop.events()) await shop.deliver(event);
    expect(await finds(shop, "queue")).toMatchObject({ state: "ok" });
    expect(await finds(shop, "queue", later(11 * MINUTE))).toMatchObject({ state: "warning" });
    await env.DB.prepare("UPDATE events SET status = 'dead' WHERE status = 'received'").run();
    expect(await finds(shop, "queue")).toMatchObject({ state: "broken" });
  });
});

describe("the clockwork", () => {
  const elsewhere =
    (ms: number) =>
    ({ config }: Ctx): Partial<Ctx> => ({
      now: Date.now() + ms,
      config: { ...config, origin: "https://shop.example" },
    });

  it("is noted where it cannot run, and broken where it should have", async () => {
    const shop = openTestShop();
    await env.DB.prepare("DELETE FROM cursors WHERE name LIKE 'cron_%'").run();
    await shop.newBuyer();
    expect(await finds(shop, "cron")).toMatchObject({ state: "note" });
    expect(await finds(shop, "cron", elsewhere(HOUR))).toMatchObject({ state: "broken" });
  });

  it("is well after a run, late without the hourly one, broken when it stops", async () => {
    const shop = openTestShop();
    await runCron(shop.ctx(), "*/5 * * * *");
    expect(await finds(shop, "cron")).toMatchObject({ state: "ok" });
    expect(await finds(shop, "cron", elsewhere(HOUR))).toMatchObject({ state: "broken" });
    await noteMoment({ ...shop.ctx(), now: Date.now() + 3 * HOUR }, "cron_frequent");
    expect(await finds(shop, "cron", elsewhere(3 * HOUR))).toMatchObject({ state: "warning" });
  });
});

it("the database, the files and the signing key are well where they are there", async () => {
  const shop = openTestShop();
  for (const id of ["database", "files", "signing_key"])
    expect(await finds(shop, id)).toMatchObject({ state: "ok" });
  const silent = { head: () => Promise.reject(new Error("R2 is away")) } as unknown as R2Bucket;
  expect(await finds(shop, "files", () => ({ files: silent }))).toMatchObject({ state: "broken" });
  const keyless = ({ config }: Ctx) => ({ config: { ...config, signingKeys: [] } });
  expect(await finds(shop, "signing_key", keyless)).toMatchObject({ state: "note" });
});

describe("the doctor", () => {
  it("answers when Stripe does not, and when it says who we are not", async () => {
    const shop = openTestShop();
    await shop.control("faults", { match: "* /v1/webhook_endpoints", times: 9, status: 500 });
    expect(await finds(shop, "webhook")).toMatchObject({
      state: "broken",
      found: "Stripe did not answer as expected.",
    });
    await shop.control("faults", { match: "* /v1/webhook_endpoints", times: 9, status: 401 });
    expect(await finds(shop, "webhook")).toMatchObject({ state: "broken" });
  });

  it("tells no secret", async () => {
    const shop = openTestShop({ mails: true });
    const admin = await newBuyer({ role: "admin", env: shop.env });
    const diagnosis = await admin.json<Diagnosis>("/api/admin/doctor");
    expect(diagnosis.checks.length).toBeGreaterThan(12);
    const text = JSON.stringify(diagnosis);
    for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "AUTH_SECRET"] as const)
      expect(text).not.toContain(shop.env[name]);
  });
});
