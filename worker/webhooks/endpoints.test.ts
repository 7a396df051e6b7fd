import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import type { Ctx } from "../context.ts";
import { auditEntries } from "../db/schema/audit.ts";
import { eq } from "drizzle-orm";
import { openTestShop } from "../testing/shop.ts";
import {
  createTestEndpoint,
  insertTestEvents,
  openReceiver,
  runDeliveries,
} from "../testing/fakes/webhooks.ts";
import { DAY, HOUR } from "../lib/time.ts";
import { reencryptSecrets } from "./reencrypt-secrets.ts";
import { oldDeliveries } from "./store-deliveries.ts";
import { removeOldRows } from "../sync/health/remove-old-rows.ts";
import { deliverEvents } from "./deliver-events.ts";
import { listDeliveries } from "./deliveries.ts";
import {
  createEndpoint,
  deleteEndpoint,
  editEndpoint,
  listEndpoints,
  rollSecret,
  showEndpoint,
} from "./endpoints.ts";
import { newEndpoint } from "./schema.ts";
import { sendTestEvent } from "./send-test-event.ts";
import { sendWebhook } from "./send-webhook.ts";

const otherSecret = "another-secret-of-forty-characters-123456";

const withSecrets = (ctx: Ctx, secrets: string[]): Ctx => ({
  ...ctx,
  config: { ...ctx.config, auth: { ...ctx.config.auth, secrets } },
});

const verifies = (secret: string, hook?: { body: string; headers: Record<string, string> }) => {
  try {
    new Webhook(secret).verify(hook?.body ?? "", hook?.headers ?? {});
    return true;
  } catch {
    return false;
  }
};

describe("an endpoint", () => {
  test("an endpoint shows its secret only when it is created or rolled, and stores it encrypted", async () => {
    const { ctx } = openTestShop();
    const { id, secret } = await createTestEndpoint(ctx(), { url: openReceiver().url });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await listEndpoints(ctx()))).not.toContain("whsec_");
    const row = await ctx()
      .db.$client.prepare("SELECT * FROM webhook_endpoints WHERE id = ?")
      .bind(id)
      .first();
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
    const entries = await ctx().db.select().from(auditEntries).where(eq(auditEntries.targetId, id));
    expect(JSON.stringify(entries)).not.toContain("whsec_");
    expect(entries.map(({ action }) => action)).toEqual(["webhook_endpoint.created"]);
  });

  test("an endpoint is refused at a private address, when created and when changed", async () => {
    const ctx = openTestShop().ctx();
    const url = "https://169.254.169.254/";
    const refusal = { code: "invalid_input", fields: [{ path: "url" }] };
    await expect(createEndpoint(ctx, newEndpoint.parse({ url }))).rejects.toMatchObject(refusal);
    const { id } = await createTestEndpoint(ctx, { url: openReceiver().url });
    await expect(editEndpoint(ctx, { id, changes: { url } })).rejects.toMatchObject(refusal);
  });

  test("an endpoint at a private address gets nothing, even if the database has it", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id } = await createTestEndpoint(ctx, { url: receiver.url });
    await insertTestEvents(ctx, ["usr_1"]);
    const config = { ...ctx.config, origin: "https://shop.example.com" };
    await deliverEvents({ ...ctx, config }, { endpointId: id, limit: 10 });
    expect(await receiver.received()).toEqual([]);
    const { items } = await listDeliveries(ctx, { endpointId: id });
    expect(items).toMatchObject([{ status: "pending", error: "url_refused" }]);
  });

  test("an endpoint is refused if there are 20 already", async () => {
    const shop = openTestShop();
    const base = shop.ctx();
    // The live mode, which no other test uses.
    const stripe = { ...base.config.stripe, mode: "live" as const };
    const ctx = { ...base, config: { ...base.config, stripe } };
    for (let i = 0; i < 20; i++) await createTestEndpoint(ctx, { url: openReceiver().url });
    await expect(
      createEndpoint(ctx, newEndpoint.parse({ url: openReceiver().url })),
    ).rejects.toMatchObject({ code: "too_many_endpoints" });
  });

  test("an endpoint is not found in the other mode, or after it was deleted", async () => {
    const ctx = openTestShop().ctx();
    const { id } = await createTestEndpoint(ctx, { url: openReceiver().url });
    const stripe = { ...ctx.config.stripe, mode: "live" as const };
    const live = { ...ctx, config: { ...ctx.config, stripe } };
    await expect(showEndpoint(live, { id })).rejects.toMatchObject({ code: "not_found" });
    await deleteEndpoint(ctx, { id });
    await expect(showEndpoint(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("a disabled endpoint gets nothing, and everything when it is enabled again", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id } = await createTestEndpoint(ctx, { url: receiver.url });
    expect(await editEndpoint(ctx, { id, changes: { status: "disabled" } })).toMatchObject({
      status: "disabled",
      statusReason: "manual",
    });
    const sequences = await insertTestEvents(ctx, ["usr_1", "usr_2"]);
    await runDeliveries(shop, id, { from: ctx.now });
    expect(await receiver.received()).toEqual([]);
    await editEndpoint(ctx, { id, changes: { status: "enabled" } });
    await runDeliveries(shop, id, { from: ctx.now });
    expect((await receiver.receivedSequences()).toSorted((a, b) => a - b)).toEqual(sequences);
  });
});

describe("a rolled secret", () => {
  test("a rolled secret signs beside the previous one during the overlap, and then alone", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id, secret: old } = await createTestEndpoint(ctx, { url: receiver.url });
    const earlier = shop.ctx(undefined, ctx.now - HOUR);
    const { secret } = await rollSecret(earlier, { id, overlapSeconds: 3601 });
    await insertTestEvents(ctx, ["usr_1"]);
    await runDeliveries(shop, id, { from: ctx.now });
    await insertTestEvents(ctx, ["usr_1"]);
    await runDeliveries(shop, id, { from: ctx.now + 2000 });
    const [during, after] = await receiver.received();
    expect(during?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect([verifies(old, during), verifies(secret, during)]).toEqual([true, true]);
    expect([verifies(old, after), verifies(secret, after)]).toEqual([false, true]);
  });

  test("a rolled secret replaces the previous one at once without an overlap", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id, secret: old } = await createTestEndpoint(ctx, { url: receiver.url });
    const { secret } = await rollSecret(ctx, { id, overlapSeconds: 0 });
    await sendTestEvent(ctx, { id });
    const [hook] = await receiver.received();
    expect([verifies(old, hook), verifies(secret, hook)]).toEqual([false, true]);
  });
});

describe("a change of AUTH_SECRET", () => {
  test("a new AUTH_SECRET keeps the endpoint's secret, which the hourly job encrypts anew", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id, secret } = await createTestEndpoint(ctx, { url: receiver.url });
    const rotated = withSecrets(ctx, [otherSecret, ...ctx.config.auth.secrets]);
    await sendTestEvent(rotated, { id });
    await reencryptSecrets(rotated);
    await sendTestEvent(withSecrets(ctx, [otherSecret]), { id });
    const hooks = await receiver.received();
    expect(hooks.map((hook) => verifies(secret, hook))).toEqual([true, true]);
  });

  test("a new AUTH_SECRET without the previous one pauses the endpoint until its secret is rolled", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id } = await createTestEndpoint(ctx, { url: receiver.url });
    const [sequence] = await insertTestEvents(ctx, ["usr_1"]);
    const rotated = withSecrets(ctx, [otherSecret]);
    await deliverEvents(rotated, { endpointId: id, limit: 10 });
    expect(await showEndpoint(ctx, { id })).toMatchObject({
      status: "paused",
      statusReason: "secret_unreadable",
    });
    await rollSecret(rotated, { id, overlapSeconds: 3600 });
    await editEndpoint(rotated, { id, changes: { status: "enabled" } });
    await deliverEvents(rotated, { endpointId: id, limit: 10 });
    expect(await receiver.receivedSequences()).toEqual([sequence]);
  });
});

describe("a test event", () => {
  test("a test event arrives signed and reports the answer, also at a disabled endpoint", async () => {
    const ctx = openTestShop().ctx();
    const receiver = openReceiver();
    const { id, secret } = await createTestEndpoint(ctx, { url: receiver.url });
    await editEndpoint(ctx, { id, changes: { status: "disabled" } });
    await receiver.answer([{ status: 418, body: "short and stout" }]);
    expect(await sendTestEvent(ctx, { id })).toMatchObject({
      delivered: false,
      error: "bad_status",
      responseStatus: 418,
      responseBody: "short and stout",
    });
    const [hook] = await receiver.received();
    expect(verifies(secret, hook)).toBe(true);
    expect(JSON.parse(hook?.body ?? "")).toMatchObject({ type: "webhook.test" });
  });

  test("a test event reports a host that does not answer, and one that answers too late", async () => {
    const ctx = openTestShop().ctx();
    const { id, secret } = await createTestEndpoint(ctx, { url: "http://localhost:9/" });
    expect(await sendTestEvent(ctx, { id })).toMatchObject({
      delivered: false,
      error: "no_answer",
      responseStatus: null,
    });
    const receiver = openReceiver();
    await receiver.answer([{ hang: true }]);
    const attempt = await sendWebhook({
      url: receiver.url,
      secrets: [secret],
      message: { id: "evt_1", body: "{}" },
      shopOrigin: ctx.config.origin,
      now: ctx.now,
      timeoutMs: 50,
    });
    await receiver.answer([]);
    expect(attempt).toMatchObject({ error: "timeout", status: null });
  });
});

test("delivered deliveries are deleted after 30 days, pending ones never", async () => {
  const shop = openTestShop();
  const receiver = openReceiver();
  const ctx = shop.ctx();
  const { id } = await createTestEndpoint(ctx, { url: receiver.url });
  await receiver.answer([{ match: "usr_bad", status: 500 }]);
  await insertTestEvents(ctx, ["usr_good", "usr_bad"]);
  await runDeliveries(shop, id, { from: ctx.now });
  const statuses = async () =>
    (await listDeliveries(ctx, { endpointId: id })).items.map(({ status }) => status);
  await removeOldRows(shop.ctx(undefined, ctx.now + 29 * DAY), oldDeliveries);
  expect(await statuses()).toEqual(["pending", "delivered"]);
  await removeOldRows(shop.ctx(undefined, ctx.now + 31 * DAY), oldDeliveries);
  expect(await statuses()).toEqual(["pending"]);
});
