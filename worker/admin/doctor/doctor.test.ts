import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { eventTypes } from "../../stripe/event-types.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { failDatabase } from "../../testing/database/fail-database.ts";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, signWebhook, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { PORTAL_METADATA } from "../../billing/portal-configuration.ts";
import { oldRenderedMarkdown } from "../../markdown/store.ts";
import { runCron } from "../../run-cron.ts";
import { removeOldRows } from "../../sync/health/remove-old-rows.ts";
import { findCursor } from "../../sync/cursors/store.ts";
import { recordSignal } from "../../sync/health/health-signals.ts";
import { movePayloads } from "../../sync/inbox/move-payloads.ts";
import { findEvent } from "../../sync/inbox/store.ts";
import { resumeRebuild } from "../../sync/sweeps/continue-job.ts";
import { pauseRebuild } from "../../sync/sweeps/pause-rebuild.ts";
import { continueRebuild, startRebuild } from "../../sync/sweeps/rebuild.ts";
import type { Ctx } from "../../context.ts";
import { createApiKey } from "../../identity/keys/change-keys.ts";
import { createEndpoint as createWebhookEndpoint } from "../../webhooks/endpoints.ts";
import { newEndpoint } from "../../webhooks/schema.ts";
import { consentSettings, saveConsentSettings } from "../../settings/consent-settings.ts";
import { lawSettings } from "../../settings/law-settings.ts";
import { saveLawSettings } from "../../settings/save-law-settings.ts";
import { saveLegalTexts } from "../../settings/legal-pages.ts";
import { taxSettings } from "../../settings/tax-settings.ts";
import { editProduct } from "../../testing/fixtures/edit-product.ts";
import { bookTaxCode, collectTax, sellThroughLink } from "../../testing/fixtures/tax.ts";
import { runDoctor, type Diagnosis } from "./run-doctor.ts";

// The doctor checks the whole shop.
beforeEach(emptyDatabase);

const WEBHOOK = "http://localhost:8787/api/stripe/webhook";

type EndpointParams = Partial<Stripe.WebhookEndpointCreateParams>;

/**
 * Creates the endpoint as the setup does, with some parameters changed. Events are not delivered to it automatically.
 */
async function createEndpoint(shop: TestShop, params: EndpointParams = {}) {
  await shop.control("webhooks", { mode: "hold" });
  return shop.ctx().stripe.webhookEndpoints.create({
    url: WEBHOOK,
    enabled_events: [...eventTypes],
    ...params,
  });
}

/** Returns the result of one check, with parts of the context changed. */
async function runCheck(
  shop: TestShop,
  id: string,
  change: (ctx: Ctx) => Partial<Ctx> = () => ({}),
) {
  const ctx = shop.ctx();
  const { checks } = await runDoctor({ ...ctx, ...change(ctx) });
  return checks.find((check) => check.id === id);
}

const later = (ms: number) => () => ({ now: Date.now() + ms });

describe("the webhook endpoint", () => {
  it("the webhook endpoint is ok as the setup creates it", async () => {
    const shop = openTestShop();
    await createEndpoint(shop);
    expect(await runCheck(shop, "webhook")).toMatchObject({ state: "ok" });
    expect(await runCheck(shop, "api_version")).toMatchObject({ state: "ok" });
  });

  it("the webhook endpoint is broken if none has this URL, and the fix is the setup command", async () => {
    const shop = openTestShop();
    await createEndpoint(shop, { url: "https://other.example/api/stripe/webhook" });
    expect(await runCheck(shop, "webhook")).toMatchObject({
      state: "broken",
      message: expect.stringContaining(WEBHOOK),
      command: expect.stringContaining("stripe:setup"),
    });
  });

  it("the webhook endpoint is a warning for a day after a thin event, and the secret stays ok", async () => {
    const shop = openTestShop();
    await createEndpoint(shop);
    const thin = {
      id: `evt_test_${crypto.randomUUID().replaceAll("-", "")}`,
      object: "v2.core.event",
      type: "v2.core.account[requirements].updated",
      created: "2026-11-24T10:00:00.000Z",
      livemode: false,
      related_object: { id: "acct_1", type: "v2.core.account", url: "/v2/core/accounts/acct_1" },
    };
    const asEvent = thin as unknown as Stripe.Event;
    expect((await shop.deliver(asEvent, { signature: "t=1,v1=00" })).status).toBe(400);
    expect(await findEvent(shop.ctx().db, "test", thin.id)).toBeUndefined();
    expect((await shop.deliver(asEvent)).status).toBe(200);
    expect(await findEvent(shop.ctx().db, "test", thin.id)).toMatchObject({
      status: "ignored",
      ignoredReason: "thin",
    });
    expect(shop.queued).toEqual([]);
    expect(await runCheck(shop, "webhook")).toMatchObject({
      state: "warning",
      message: expect.stringContaining("thin event"),
      fix: expect.stringContaining(WEBHOOK),
    });
    expect(await runCheck(shop, "secret")).toMatchObject({ state: "ok" });
    expect(await runCheck(shop, "webhook", later(25 * HOUR))).toMatchObject({ state: "ok" });
  });

  it("the webhook endpoint is broken if Stripe has disabled it", async () => {
    const shop = openTestShop();
    const { id } = await createEndpoint(shop);
    await shop.ctx().stripe.webhookEndpoints.update(id, { disabled: true });
    expect(await runCheck(shop, "webhook")).toMatchObject({ state: "broken" });
  });

  it.each([
    ["broken", eventTypes.slice(1)],
    ["warning", [...eventTypes, "invoice.created"]],
    ["warning", ["*"]],
  ] as [string, Stripe.WebhookEndpointCreateParams.EnabledEvent[]][])(
    "the webhook endpoint is %s if its events differ from the shop's",
    async (state, events) => {
      const shop = openTestShop();
      await createEndpoint(shop, { enabled_events: events });
      expect(await runCheck(shop, "webhook")).toMatchObject({ state });
    },
  );

  it("two webhook endpoints are a warning", async () => {
    const shop = openTestShop();
    await createEndpoint(shop);
    await createEndpoint(shop);
    expect(await runCheck(shop, "webhook")).toMatchObject({ state: "warning" });
  });
});

describe("deliveries", () => {
  it("deliveries are ok if all recent events arrived, and broken if some did not", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "deliveries")).toMatchObject({ state: "note" });
    await payForNewProduct(shop);
    expect(await runCheck(shop, "deliveries", later(3 * MINUTE))).toMatchObject({
      state: "broken",
    });
    for (const event of await shop.events()) await shop.deliver(event);
    expect(await runCheck(shop, "deliveries", later(3 * MINUTE))).toMatchObject({ state: "ok" });
  });
});

describe("the webhook secret", () => {
  it("the webhook secret is ok after a verified delivery", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "secret")).toMatchObject({ state: "note" });
    await payForNewProduct(shop);
    await shop.deliver((await shop.events())[0]!);
    expect(await runCheck(shop, "secret")).toMatchObject({ state: "ok" });
  });

  it("the webhook secret is broken if a delivery signed by Stripe was refused", async () => {
    const shop = openTestShop({ webhookSecrets: "whsec_c29tZXRoaW5nIGVsc2U" });
    await payForNewProduct(shop);
    expect((await shop.deliver((await shop.events())[0]!)).status).toBe(400);
    expect(await runCheck(shop, "secret")).toMatchObject({
      state: "broken",
      fix: expect.stringContaining("STRIPE_WEBHOOK_SECRET"),
    });
  });

  it("the webhook secret is broken as soon as the first delivery with a new secret was refused", async () => {
    const shop = openTestShop();
    await createEndpoint(shop);
    await payForNewProduct(shop);
    await shop.deliver((await shop.events())[0]!);
    await payForNewProduct(shop);
    const event = (await shop.events()).at(-1)!;
    const payload = JSON.stringify(event);
    const signature = await signWebhook(payload, Date.now(), "whsec_bmV3");
    expect((await shop.deliver(event, { signature })).status).toBe(400);
    expect(await runCheck(shop, "secret")).toMatchObject({
      state: "broken",
      fix: expect.stringContaining("STRIPE_WEBHOOK_SECRET"),
    });
  });

  it("the webhook secret stays ok if a request that is not Stripe's was refused", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const [event] = await shop.events();
    await shop.deliver(event!);
    await shop.deliver(event!, { signature: `t=${Math.floor(Date.now() / 1000)},v1=00` });
    await recordSignal({ ...shop.ctx(), now: Date.now() + 1 }, "webhook_refused");
    expect(await runCheck(shop, "secret")).toMatchObject({
      state: "ok",
      message: expect.stringContaining("rejected because it was not from Stripe"),
    });
  });
});

it("the API version is a warning if the endpoint has another one", async () => {
  const shop = openTestShop();
  await createEndpoint(shop);
  const { stripe } = shop.ctx();
  const listed = await stripe.webhookEndpoints.list();
  listed.data[0]!.api_version = "2020-08-27";
  const webhookEndpoints = {
    list: async () => listed,
  } as unknown as StripeClient["webhookEndpoints"];
  const old = Object.assign(Object.create(stripe) as StripeClient, { webhookEndpoints });
  const found = await runCheck(shop, "api_version", () => ({ stripe: old }));
  expect(found).toMatchObject({ state: "warning", command: expect.stringContaining("--replace") });
});

it("the mode is broken if the key's mode differs from that of the endpoint or the products", async () => {
  const shop = openTestShop();
  await shop.createPublishedProduct({});
  expect(await runCheck(shop, "mode")).toMatchObject({ state: "ok" });
  const live = ({ config }: Ctx): Partial<Ctx> => ({
    config: { ...config, stripe: { ...config.stripe, mode: "live" } },
  });
  expect(await runCheck(shop, "mode", live)).toMatchObject({ state: "broken" });
  await createEndpoint(shop);
  expect(await runCheck(shop, "mode", live)).toMatchObject({
    state: "broken",
    message: expect.stringContaining("webhook"),
  });
});

it("the mode is broken for a week after an event of the other mode arrived", async () => {
  const shop = openTestShop();
  await createEndpoint(shop);
  const event = await shop.control<Stripe.Event>("events", { livemode: true });
  expect(await runCheck(shop, "mode")).toMatchObject({ state: "ok" });
  expect((await shop.deliver(event)).status).toBe(200);
  expect(await runCheck(shop, "mode")).toMatchObject({
    state: "broken",
    message: expect.stringContaining("a live mode event arrived on"),
    fix: expect.stringContaining("live mode"),
  });
  expect(await runCheck(shop, "mode", later(8 * DAY))).toMatchObject({ state: "ok" });
});

it("the clock is broken if it differs from Stripe's by minutes", async () => {
  const shop = openTestShop();
  expect(await runCheck(shop, "clock")).toMatchObject({ state: "ok" });
  expect(await runCheck(shop, "clock", later(5 * MINUTE))).toMatchObject({ state: "broken" });
});

it("the billing pages are a note if not set up, and a warning if buyers can't correct their address", async () => {
  const shop = openTestShop();
  expect(await runCheck(shop, "portal")).toMatchObject({ state: "note" });
  const { configurations } = shop.ctx().stripe.billingPortal;
  const { id } = await configurations.create({
    features: { invoice_history: { enabled: true } },
    metadata: PORTAL_METADATA,
  });
  expect(await runCheck(shop, "portal")).toMatchObject({
    state: "warning",
    command: expect.stringContaining("stripe:setup"),
  });
  await configurations.update(id, {
    features: { customer_update: { enabled: true, allowed_updates: ["address", "tax_id"] } },
  });
  expect(await runCheck(shop, "portal")).toMatchObject({ state: "ok" });
});

describe("email", () => {
  const sendTo = async (shop: TestShop) => {
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    const response = await admin.fetch("/api/admin/doctor/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    return { admin, response };
  };

  it("email is a note if no sender is configured", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "email")).toMatchObject({ state: "note" });
    expect((await sendTo(shop)).response.status).toBe(404);
  });

  it("email is ok after a test email was sent", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { admin, response } = await sendTo(shop);
    expect(await response.json()).toMatchObject({ isSent: true });
    const [message] = await shop.emailsTo(admin.userId);
    expect(message?.subject).toMatch(/^Test email from /);
    expect(await runCheck(shop, "email")).toMatchObject({ state: "ok" });
  });

  it("email is broken if the sender refuses, and the response has the reason", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const refusing = { ...shop.env, EMAIL_API_URL: "http://127.0.0.1:1" };
    const { response } = await sendTo({ ...shop, env: refusing });
    expect(await response.json()).toMatchObject({ isSent: false, reason: expect.any(String) });
    expect(await runCheck(shop, "email", later(MINUTE))).toMatchObject({ state: "broken" });
  });
});

describe("emails that come back", () => {
  const addEmails = (counts: { sent: number; bounced?: number; complained?: number }) => {
    const { sent, bounced = 0, complained = 0 } = counts;
    return env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, status, problem, next_attempt_at, created_at, sent_at)
        SELECT printf('mal_z%025d', i), (SELECT id FROM users LIMIT 1), 'purchase', 'rate' || i, 'ord_1', 'sent',
          CASE WHEN i <= ?2 THEN 'bounced' WHEN i <= ?2 + ?3 THEN 'complained' END, 1, 1, 1 FROM n`,
    )
      .bind(sent, bounced, complained)
      .run();
  };

  it.each([
    [{ sent: 100, bounced: 5 }, "warning", "5 (5.0%) bounced"],
    [{ sent: 1000, complained: 2 }, "warning", "2 (0.2%) were reported as spam"],
    [
      { sent: 100, bounced: 6, complained: 3 },
      "warning",
      "6 (6.0%) bounced and 3 (3.0%) were reported as spam",
    ],
    [{ sent: 20, bounced: 4, complained: 1 }, "ok", "The last one was sent"],
    [{ sent: 1000, bounced: 40, complained: 1 }, "ok", "The last one was sent"],
  ])("with %o the email check is %s", async (counts, state, message) => {
    const shop = openTestShop({ hasEmailSender: true });
    await shop.createUser();
    await addEmails(counts);
    expect(await runCheck(shop, "email")).toMatchObject({
      state,
      message: expect.stringContaining(message),
    });
  });

  it("a shop that sends by Resend and hears of no bounces is told how to", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const atResend = ({ config }: Ctx): Partial<Ctx> => {
      const emailSender = { ...config.auth.emailSender!, apiUrl: "https://api.resend.com" };
      return { config: { ...config, auth: { ...config.auth, emailSender } } };
    };
    expect(await runCheck(shop, "email", atResend)).toMatchObject({
      state: "note",
      fix: expect.stringContaining("http://localhost:8787/api/email/events"),
    });
  });
});

describe("a provider", () => {
  const withIssuer =
    (issuer: string) =>
    ({ config }: Ctx): Partial<Ctx> => {
      const providers = config.auth.providers.map((provider) => ({ ...provider, issuer }));
      return { config: { ...config, auth: { ...config.auth, providers } } };
    };

  it("a provider is a warning if it can't prove a fresh sign-in and the shop sends no links by email", async () => {
    const withGitHub = (shopEnv: Env): void => {
      Object.assign(shopEnv, { GITHUB_CLIENT_ID: "x", GITHUB_CLIENT_SECRET: "y" });
    };
    const [silent, mailing] = [openTestShop(), openTestShop({ hasEmailSender: true })];
    for (const { env: shopEnv } of [silent, mailing]) withGitHub(shopEnv);
    expect(await runCheck(silent, "provider_github")).toMatchObject({ state: "warning" });
    expect(await runCheck(mailing, "provider_github")).toMatchObject({ state: "note" });
  });

  it("a provider is ok if its discovery document has the expected issuer", async () => {
    expect(await runCheck(openTestShop(), "provider_oidc")).toMatchObject({ state: "ok" });
  });

  it("a provider is broken if it does not answer or has another issuer", async () => {
    const shop = openTestShop();
    const gone = await runCheck(shop, "provider_oidc", withIssuer("http://127.0.0.1:1"));
    expect(gone).toMatchObject({ state: "broken", fix: expect.any(String) });
    const { issuer } = shop.ctx().config.auth.providers[0]!;
    const slashed = await runCheck(shop, "provider_oidc", withIssuer(`${issuer}/`));
    expect(slashed).toMatchObject({ state: "broken", message: expect.stringContaining("expects") });
  });
});

describe("waiting work", () => {
  it("waiting work is ok if nothing waits, a warning after ten minutes, and broken with dead events", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "queue")).toMatchObject({
      state: "ok",
      message: "No pending events.",
    });
    await payForNewProduct(shop);
    for (const event of await shop.events()) await shop.deliver(event);
    expect(await runCheck(shop, "queue")).toMatchObject({ state: "ok" });
    expect(await runCheck(shop, "queue", later(11 * MINUTE))).toMatchObject({ state: "warning" });
    await env.DB.prepare("UPDATE events SET status = 'dead' WHERE status = 'received'").run();
    expect(await runCheck(shop, "queue")).toMatchObject({ state: "broken" });
  });
});

it("waiting work is a warning if an event's customer is unknown for an hour", async () => {
  const shop = openTestShop();
  const { id } = await shop.ctx().stripe.customers.create({});
  const object = { object: "customer", id };
  await shop.deliver(await shop.control<Stripe.Event>("events", { data: { object } }));
  expect(await runCheck(shop, "queue")).toMatchObject({ state: "ok" });
  expect(await runCheck(shop, "queue", later(61 * MINUTE))).toMatchObject({
    state: "warning",
    message: expect.stringContaining("customer"),
  });
});

describe("scheduled jobs", () => {
  const deployedAfter =
    (ms: number) =>
    ({ config }: Ctx): Partial<Ctx> => ({
      now: Date.now() + ms,
      config: { ...config, origin: "https://shop.example" },
    });

  it("scheduled jobs are a note while the shop is new, and broken if they never ran", async () => {
    const shop = openTestShop();
    await shop.createUser();
    expect(await runCheck(shop, "cron")).toMatchObject({ state: "note" });
    expect(await runCheck(shop, "cron", deployedAfter(HOUR))).toMatchObject({ state: "broken" });
  });

  it("scheduled jobs are ok after a run, a warning without the hourly one, and broken if they stop", async () => {
    const shop = openTestShop();
    await runCron(shop.ctx(), "*/5 * * * *");
    expect(await runCheck(shop, "cron")).toMatchObject({ state: "ok" });
    expect(await runCheck(shop, "cron", deployedAfter(HOUR))).toMatchObject({ state: "broken" });
    await recordSignal({ ...shop.ctx(), now: Date.now() + 3 * HOUR }, "cron_frequent");
    expect(await runCheck(shop, "cron", deployedAfter(3 * HOUR))).toMatchObject({
      state: "warning",
    });
  });
});

describe("scheduled jobs of which a step fails", () => {
  const NIGHTLY = "23 3 * * *";
  const at = (ms: number) => ({ now: Date.now() + ms });

  it("the other steps run, and the doctor names Stripe when Stripe is down", async () => {
    const shop = openTestShop();
    await shop.createPublishedProduct({});
    await recordSignal(shop.ctx(), "cron_frequent");
    await recordSignal(shop.ctx(), "cron_nightly");
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
    const logged = vi.spyOn(console, "error").mockReturnValue();
    await expect(runCron({ ...shop.ctx(), ...at(DAY) }, NIGHTLY)).rejects.toThrow("runSweep");
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    logged.mockRestore();
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "cron.step_failed", step: "runSweep" }),
    );
    // The step after it.
    expect(await findCursor(shop.ctx().db, "feed-walk:test")).toBeDefined();
    const now = at(DAY + 20 * MINUTE);
    await expect(runCron({ ...shop.ctx(), ...now }, "*/5 * * * *")).rejects.toThrow("resumeSweep");
    expect(await runCheck(shop, "cron", () => now)).toMatchObject({
      state: "warning",
      message: expect.stringContaining("Stripe didn’t respond"),
      fix: expect.stringContaining("status.stripe.com"),
    });
  });

  it("the jobs are broken, and the log is named, when another step keeps failing", async () => {
    const shop = openTestShop();
    await recordSignal(shop.ctx(), "cron_frequent");
    await recordSignal({ ...shop.ctx(), ...at(20 * MINUTE) }, "cron_step_failed");
    expect(await runCheck(shop, "cron", () => at(20 * MINUTE))).toMatchObject({
      state: "broken",
      fix: expect.stringContaining("cron.step_failed"),
    });
  });
});

it("the doctor names a step that has failed in three runs in a row, though the job still runs", async () => {
  const shop = openTestShop();
  const log = vi.spyOn(console, "error").mockReturnValue();
  const database = shop.env.DB;
  for (const run of [0, 1, 2]) {
    failDatabase(shop, { sql: "event_payloads", message: "no such table: event_payloads" });
    const ctx = shop.ctx(undefined, Date.now() + run * 5 * MINUTE);
    await expect(runCron(ctx, "*/5 * * * *")).rejects.toThrow("movePayloads");
    shop.env.DB = database;
  }
  log.mockRestore();
  expect(await runCheck(shop, "cron", later(10 * MINUTE))).toMatchObject({
    state: "warning",
    message: expect.stringContaining("movePayloads has failed in every run since"),
    command: "npm run logs -- --level error",
  });
  const now = Date.now() + 11 * MINUTE;
  await recordSignal(shop.ctx(undefined, now - 30 * MINUTE), "cron_frequent");
  expect(await runCheck(shop, "cron", () => ({ now }))).toMatchObject({
    state: "broken",
    message: expect.stringContaining("These steps failed in its latest run: movePayloads"),
  });
});

it("the database is ok with its size, a warning at 60% of what D1 allows, and broken at 80%", async () => {
  const shop = openTestShop();
  await runCron(shop.ctx(), "*/5 * * * *");
  expect((await runCheck(shop, "database"))?.message).toMatch(/^D1 responds. The database has \d/);
  const grow = (bytes: number) =>
    env.DB.prepare("UPDATE cursors SET value = ? WHERE name = 'shop-state:test'")
      .bind(JSON.stringify({ databaseBytes: bytes, problems: [] }))
      .run();
  await grow(6_140_000_000);
  expect(await runCheck(shop, "database")).toMatchObject({
    state: "warning",
    message: expect.stringContaining("6.14 GB of 10 GB (61%)"),
  });
  await grow(8_000_000_000);
  expect(await runCheck(shop, "database")).toMatchObject({ state: "broken" });
});

it("payloads that have not moved to R2 for an hour, or should be deleted there, are a warning", async () => {
  const shop = openTestShop();
  const insert = (id: string, receivedAt: number) =>
    env.DB.batch([
      env.DB.prepare(
        "INSERT INTO events (id, mode, type, status, payload, created_at, received_at) VALUES (?1, 'test', 'x', 'done', '', ?2, ?2)",
      ).bind(id, receivedAt),
      env.DB.prepare("INSERT INTO event_payloads VALUES (last_insert_rowid(), '{}')"),
    ]);
  await insert("evt_waiting", Date.now() - 50 * MINUTE);
  expect(await runCheck(shop, "payloads")).toMatchObject({ state: "ok" });
  expect(await runCheck(shop, "payloads", later(11 * MINUTE))).toMatchObject({
    state: "warning",
    message: expect.stringContaining("waiting to move"),
  });
  await movePayloads(shop.ctx());
  expect(await runCheck(shop, "payloads", later(11 * MINUTE))).toMatchObject({ state: "ok" });
  expect(await runCheck(shop, "payloads", later(95 * DAY))).toMatchObject({
    state: "warning",
    message: expect.stringContaining("should have been deleted"),
  });
});

it("old data is a warning when it is removed two days late", async () => {
  const shop = openTestShop();
  expect(await runCheck(shop, "old_rows")).toMatchObject({ state: "ok" });
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20001)
     INSERT INTO rendered_markdown (hash, html, created_at) SELECT 'text' || i, '', 0 FROM n`,
  ).run();
  await removeOldRows(shop.ctx(), [oldRenderedMarkdown]);
  expect(await runCheck(shop, "old_rows")).toMatchObject({
    state: "warning",
    message: "The rendered texts should have been removed on Apr 1, 1970, 12:00 AM UTC.",
  });
});

it("the database, files and signing key are ok if they are available", async () => {
  const shop = openTestShop();
  for (const id of ["database", "files", "signing_key"])
    expect(await runCheck(shop, id)).toMatchObject({ state: "ok" });
  const silent = { head: () => Promise.reject(new Error("R2 is away")) } as unknown as R2Bucket;
  expect(await runCheck(shop, "files", () => ({ files: silent }))).toMatchObject({
    state: "broken",
  });
  const keyless = ({ config }: Ctx) => ({ config: { ...config, signingKeys: [] } });
  expect(await runCheck(shop, "signing_key", keyless)).toMatchObject({ state: "note" });
});

it("a database is broken while another shop’s jobs run with it, such as those of production", async () => {
  const shop = openTestShop();
  const at = (origin: string, now = Date.now()): Ctx => {
    const ctx = shop.ctx(undefined, now);
    return { ...ctx, config: { ...ctx.config, origin } };
  };
  const [production, preview] = ["https://shop.example", "https://branch.preview.example"];
  const diagnose = (ctx: Ctx) => runCheck(shop, "database", () => ctx);
  await runCron(at(production), "17 * * * *");
  expect(await diagnose(at(production))).toMatchObject({ state: "ok" });
  const finding = await diagnose(at(preview));
  expect(finding).toMatchObject({ state: "broken" });
  expect(finding?.message).toContain(`The shop at ${production} uses this database, too.`);
  // It stopped, or the shop has another address now.
  expect(await diagnose(at(preview, Date.now() + 3 * HOUR))).toMatchObject({ state: "ok" });
});

it("the files are broken if R2 lacks the newest one, as in a bucket that was made again", async () => {
  const shop = openTestShop();
  await createFileProduct(shop);
  expect(await runCheck(shop, "files")).toMatchObject({ state: "ok" });
  const again = { head: () => Promise.resolve(null) } as unknown as R2Bucket;
  expect(await runCheck(shop, "files", () => ({ files: again }))).toMatchObject({
    state: "broken",
    command: expect.stringContaining("npm run restore -- --files"),
  });
});

it("the key is broken if its account knows no product of the shop, and no endpoint is asked for there", async () => {
  const [shop, other] = [openTestShop(), openTestShop()];
  await createEndpoint(shop);
  await payForNewProduct(shop);
  expect(await runCheck(shop, "stripe_key")).toMatchObject({ state: "ok" });
  const accountOf = async ({ ctx }: TestShop) =>
    ((await ctx().stripe.rawRequest("GET", "/v1/account")) as { id: string }).id;
  expect(await runCheck(other, "stripe_key")).toMatchObject({
    state: "broken",
    message: expect.stringContaining(
      `${await accountOf(other)}, which doesn’t have the shop’s products. The shop’s customers are in ${await accountOf(shop)}`,
    ),
    fix: expect.stringContaining("STRIPE_SECRET_KEY"),
  });
  const webhook = await runCheck(other, "webhook");
  expect(webhook?.state).toBe("note");
  expect(webhook).not.toHaveProperty("command");
});

describe("the doctor", () => {
  it("the doctor reports a result if Stripe fails or rejects the key", async () => {
    const shop = openTestShop();
    await shop.control("faults", { match: "* /v1/webhook_endpoints", times: 9, status: 500 });
    expect(await runCheck(shop, "webhook")).toMatchObject({
      state: "broken",
      message: "Stripe didn’t respond as expected.",
    });
    await shop.control("faults", { match: "* /v1/webhook_endpoints", times: 9, status: 401 });
    expect(await runCheck(shop, "webhook")).toMatchObject({ state: "broken" });
  });

  it("the doctor returns no secrets", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    const diagnosis = await admin.json<Diagnosis>("/api/admin/doctor");
    expect(diagnosis.checks.length).toBeGreaterThan(12);
    const text = JSON.stringify(diagnosis);
    for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "AUTH_SECRET"] as const)
      expect(text).not.toContain(shop.env[name]);
  });
});

describe("what other programs use", () => {
  const addEndpoint = (shop: TestShop) =>
    createWebhookEndpoint(shop.ctx(), newEndpoint.parse({ url: "https://app.example.com/hooks" }));
  const change = (sql: string) => env.DB.prepare(sql).bind(Date.now()).run();

  it("integrations are a note without endpoints and keys", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "webhook_endpoints")).toMatchObject({ state: "note" });
    expect(await runCheck(shop, "api_keys")).toMatchObject({ state: "note" });
  });

  it("endpoints are ok while one works, a warning while it fails, and broken when it is paused", async () => {
    const shop = openTestShop();
    await addEndpoint(shop);
    expect(await runCheck(shop, "webhook_endpoints")).toMatchObject({ state: "ok" });
    await change("UPDATE webhook_endpoints SET failing_since = ?");
    expect(await runCheck(shop, "webhook_endpoints")).toMatchObject({
      state: "warning",
      message: expect.stringContaining("https://app.example.com/hooks"),
    });
    await change("UPDATE webhook_endpoints SET status = 'paused', updated_at = ?");
    expect(await runCheck(shop, "webhook_endpoints")).toMatchObject({ state: "broken" });
  });

  it("what other programs use is a warning 14 days before a key expires, and names the key", async () => {
    const shop = openTestShop();
    const expiresAt = Date.now() + 30 * DAY;
    const scopes: ["orders:read"] = ["orders:read"];
    await createApiKey(shop.ctx(), { name: "Server", scopes, expiresAt });
    expect(await runCheck(shop, "api_keys")).toMatchObject({ state: "ok" });
    expect(await runCheck(shop, "api_keys", later(17 * DAY))).toMatchObject({
      state: "warning",
      message: expect.stringContaining("Server"),
    });
  });
});

describe("tax", () => {
  const saveTax = (shop: TestShop) =>
    taxSettings.save(shop.ctx(), {
      automatic: true,
      behavior: null,
      collectTaxIds: false,
      requireBillingAddress: false,
      soldByLink: false,
    });

  it("tax is a note while Stripe calculates none", async () => {
    expect(await runCheck(openTestShop(), "tax")).toMatchObject({ state: "note" });
  });

  it("tax is broken without a registration, and ok with one", async () => {
    const shop = openTestShop();
    await saveTax(shop);
    expect(await runCheck(shop, "tax")).toMatchObject({
      state: "broken",
      message: expect.stringContaining("has no tax registrations"),
    });
    await collectTax(shop, null);
    expect(await runCheck(shop, "tax")).toMatchObject({
      state: "ok",
      message: "Stripe collects tax in US.",
    });
  });

  it("tax is broken without the address that the seller sells from", async () => {
    const shop = openTestShop();
    await collectTax(shop, null);
    await shop.control("settings", { stripeTax: "unset" });
    expect(await runCheck(shop, "tax")).toMatchObject({
      state: "broken",
      message: expect.stringContaining("no business address for tax"),
    });
  });

  it("tax is broken if neither a price nor the account says whether tax is included, and names how many", async () => {
    const shop = openTestShop();
    await collectTax(shop, null);
    await shop.createPublishedProduct({});
    await shop.control("settings", { stripeTax: "unset" });
    await shop.ctx().stripe.tax.settings.update({ head_office: { address: { country: "US" } } });
    expect(await runCheck(shop, "tax")).toMatchObject({
      state: "broken",
      message: expect.stringContaining("1 price doesn’t specify whether tax is included"),
    });
  });

  it("tax is a warning while the shop shows an account's former default", async () => {
    const shop = openTestShop();
    await collectTax(shop, null);
    await shop.createPublishedProduct({});
    await shop.ctx().stripe.tax.settings.update({ defaults: { tax_behavior: "inclusive" } });
    expect(await runCheck(shop, "tax")).toMatchObject({ state: "warning" });
    await saveTax(shop);
    expect(await runCheck(shop, "tax")).toMatchObject({ state: "ok" });
  });
});

describe("Managed Payments", () => {
  it("Managed Payments of a Stripe account is named, with who was the seller of its latest checkouts", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "seller")).toMatchObject({ state: "ok" });
    await shop.control("settings", { managedPaymentsByDefault: true });
    const { stripe } = shop.ctx();
    const session = {
      mode: "setup",
      currency: "usd",
      success_url: "https://other.example",
    } as const;
    await stripe.checkout.sessions.create(session);
    expect(await runCheck(shop, "seller")).toMatchObject({
      state: "note",
      message: expect.stringContaining("sold 1 of the account’s 1 latest checkouts"),
    });
    await stripe.checkout.sessions.create({
      ...session,
      metadata: { gatehouse_checkout: "chk_1" },
    });
    expect(await runCheck(shop, "seller")).toMatchObject({ state: "warning" });
  });
});

describe("Link as the seller", () => {
  it("Link as the seller is broken while a product lacks a tax code, and ok once it has one", async () => {
    const shop = openTestShop();
    const { id } = await shop.createPublishedProduct({ name: "Guide" });
    await sellThroughLink(shop);
    expect(await runCheck(shop, "seller")).toMatchObject({
      state: "broken",
      message: expect.stringContaining("Choose a tax code first for “Guide”"),
    });
    await editProduct(shop.ctx(), id, { taxCode: bookTaxCode });
    expect(await runCheck(shop, "seller")).toMatchObject({ state: "ok" });
    expect(await runCheck(shop, "tax")).toMatchObject({ state: "note" });
  });
});

describe("the law", () => {
  it("the law is a note until the seller says where they sell from, and then names what is missing", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "law")).toMatchObject({ state: "note" });
    await lawSettings.save(shop.ctx(), { seller: "NZ", buyers: ["NZ"] });
    expect(await runCheck(shop, "law")).toMatchObject({ state: "ok" });
    await lawSettings.save(shop.ctx(), { seller: "DE", buyers: ["DE"] });
    await collectTax(shop);
    await shop.createPublishedProduct({ name: "Handbook" });
    expect(await runCheck(shop, "law")).toMatchObject({
      state: "warning",
      message: expect.stringMatching(
        /legal pages.*prices that include tax\. These products have prices without tax: “Handbook”\./,
      ),
    });
  });
});

describe("consent at checkout", () => {
  it("consent at checkout is broken once Stripe has no URL of the terms any more", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "consent")).toMatchObject({ state: "note" });
    await shop.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
    await saveConsentSettings(shop.ctx(), { ask: "terms", text: null });
    expect(await runCheck(shop, "consent")).toMatchObject({ state: "ok" });
    await shop.control("settings", { termsOfServiceUrl: null });
    expect(await runCheck(shop, "consent")).toMatchObject({ state: "broken" });
  });

  it("the consent by kind is turned on when a new shop says that it sells to the European Union", async () => {
    const shop = openTestShop();
    await shop.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
    await saveLawSettings(shop.ctx(), { seller: "US", buyers: ["US"] });
    expect((await consentSettings.read(shop.ctx())).ask).toBe("none");
    await saveLawSettings(shop.ctx(), { seller: "US", buyers: "everywhere" });
    expect((await consentSettings.read(shop.ctx())).ask).toBe("terms_and_waiver");
  });

  it("a seller's own choice of consent stays when they say where they sell", async () => {
    const shop = openTestShop();
    await saveConsentSettings(shop.ctx(), { ask: "none", text: null });
    await shop.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
    await saveLawSettings(shop.ctx(), { seller: "DE", buyers: ["DE"] });
    expect((await consentSettings.read(shop.ctx())).ask).toBe("none");
  });

  it("where a shop sells is saved also while Stripe has no URL of the terms", async () => {
    const shop = openTestShop();
    const saved = await saveLawSettings(shop.ctx(), { seller: "DE", buyers: ["DE"] });
    expect(saved.consentRefusal).toContain("has no URL for your terms of service");
    expect(await lawSettings.read(shop.ctx())).toEqual({ seller: "DE", buyers: ["DE"] });
    expect((await consentSettings.read(shop.ctx())).ask).toBe("none");
  });

  it("nothing is saved if Stripe does not say whether it can ask for consent", async () => {
    const shop = openTestShop();
    await shop.control("faults", { match: "POST /v1/checkout/sessions", times: 9, status: 500 });
    const save = saveLawSettings(shop.ctx(), { seller: "DE", buyers: ["DE"] });
    await expect(save).rejects.toMatchObject({ statusCode: 500 });
    expect((await lawSettings.read(shop.ctx())).seller).toBeNull();
    expect((await consentSettings.read(shop.ctx())).ask).toBe("none");
  });
});

describe("the legal pages", () => {
  it("a link to the closed platform for disputes is found in each language", async () => {
    const shop = openTestShop();
    const texts = { terms: "Be kind.", privacy: "", refunds: "", imprint: "" };
    await saveLegalTexts(shop.ctx(), texts);
    expect(await runCheck(shop, "legal_texts")).toMatchObject({ state: "ok" });
    await saveLegalTexts(shop.ctx(), {
      ...texts,
      imprint: "Disputes: https://ec.europa.eu/consumers/odr/",
      translations: { de: { imprint: "Streit: [OS](http://ec.europa.eu/odr)" } },
    });
    expect(await runCheck(shop, "legal_texts")).toMatchObject({
      state: "warning",
      message: expect.stringContaining("imprint, imprint (de)"),
    });
  });
});

describe("the rebuild", () => {
  it("a rebuild is named while it runs, and is a warning while it is paused", async () => {
    const shop = openTestShop();
    expect(await runCheck(shop, "rebuild")).toMatchObject({ state: "ok" });
    await startRebuild(shop.ctx());
    expect(await runCheck(shop, "rebuild")).toMatchObject({
      state: "note",
      message: expect.stringContaining("0 users restored so far"),
    });
    await pauseRebuild(shop.ctx());
    expect(await runCheck(shop, "rebuild")).toMatchObject({
      state: "warning",
      message: expect.stringContaining("has been paused since"),
      command: expect.stringContaining("rebuild resume"),
    });
    await resumeRebuild(shop.ctx());
    await continueRebuild(shop.ctx(), { steps: Infinity });
    expect(await runCheck(shop, "rebuild")).toMatchObject({ state: "ok" });
  });
});
