import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { beforeEach, expect, it, vi } from "vitest";
import type { SyncMessage } from "../context.ts";
import worker from "../index.ts";
import { MINUTE } from "../lib/time.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { nameRoute } from "./measure-work.ts";
import { writePoint } from "./metrics.ts";
import { points, type PointKind } from "./points.ts";

// Cron is about the whole shop.
beforeEach(emptyDatabase);

type Values = Record<string, string | number>;

/** Opens a shop whose data points are kept by the names of their columns. Its Worker is called as the runtime does. */
function openMeasuredShop() {
  const written: { kind: string; values: Values }[] = [];
  const metrics: AnalyticsEngineDataset = {
    writeDataPoint({ indexes = [], blobs = [], doubles = [] } = {}) {
      const [kind, version, ...texts] = blobs as string[];
      const columns = points[kind as PointKind];
      // As Cloudflare reads them: by position, texts and numbers apart.
      if (indexes[0] !== kind || !doubles.every(Number.isFinite))
        throw new TypeError("The data point is refused");
      const values: Values = { version: version! };
      for (const [at, name] of columns.blobs.entries()) values[name] = texts[at]!;
      for (const [at, name] of columns.doubles.entries()) values[name] = doubles[at]!;
      written.push({ kind: kind!, values });
    },
  };
  const shop = openTestShop({ hasEmailSender: true, metrics });
  const take = (kind: PointKind) => {
    const taken = written.filter((point) => point.kind === kind).map(({ values }) => values);
    written.splice(0, written.length, ...written.filter((point) => point.kind !== kind));
    return taken;
  };
  return {
    shop,
    take,
    /** @returns the status, and how many points were written before the answer was given */
    async fetch(path: string) {
      const execution = createExecutionContext();
      const request = new Request(`http://localhost:8787${path}`);
      const response = await worker.fetch(request, shop.env, execution);
      const before = written.length;
      await waitOnExecutionContext(execution);
      await response.body?.cancel();
      return { status: response.status, before };
    },
    async runCron(cron: string) {
      const execution = createExecutionContext();
      await worker.scheduled({ cron } as ScheduledController, shop.env, execution);
      await waitOnExecutionContext(execution);
    },
    async processMessage(body: SyncMessage, attempts: number, sentAt: number) {
      const message = { id: crypto.randomUUID(), timestamp: new Date(sentAt), attempts, body };
      const batch = createMessageBatch<SyncMessage>("gatehouse-sync", [message]);
      const execution = createExecutionContext();
      await worker.queue(batch, shop.env, execution);
      return getQueueResult(batch, execution);
    },
  };
}

it("each request writes one data point with its route and status, and only after its answer", async () => {
  const { fetch, take } = openMeasuredShop();
  for (const [path, expected] of [
    ["/api/me", { route: "session", status: "2xx" }],
    ["/api/shop", { route: "shop", status: "2xx" }],
    ["/api/admin/orders", { route: "admin", status: "4xx" }],
    ["/no-such-page", { route: "page", status: "4xx" }],
  ] as const) {
    const { status, before } = await fetch(path);
    expect([path, before]).toEqual([path, 0]);
    expect(`${Math.floor(status / 100)}xx`).toBe(expected.status);
    const taken = take("request");
    expect(taken).toEqual([
      { ...expected, method: "GET", version: expect.any(String), ...anyNumbers() },
    ]);
  }
});

const anyNumbers = () => ({
  duration_ms: expect.any(Number),
  rows_read: expect.any(Number),
  rows_written: expect.any(Number),
});

it.each([
  ["/api/me", "session"],
  ["/api/me/library", "me"],
  ["/api/v1/licenses/validate", "license"],
  ["/api/v1/licenses", "v1"],
  ["/api/v1/entitlements/check", "check"],
  ["/api/stripe/webhook", "ingress"],
  ["/api/health/live", "health"],
  ["/plain/checkout", "plain"],
  ["/buy", "buy"],
  ["/buyers", "page"],
  ["/", "page"],
])("the route of %s is %s", (path, route) => {
  expect(nameRoute(path)).toBe(route);
});

it("a run of cron is one data point with its rows, and the shop says how large the database is", async () => {
  const { runCron, take } = openMeasuredShop();
  await runCron("*/5 * * * *");
  const [job, ...more] = take("job");
  expect(more).toEqual([]);
  expect(job).toMatchObject({ job: "cron_frequent", outcome: "ok", messages: 0 });
  expect(job!["rows_written"]).toBeGreaterThan(0);
  const [shop, ...others] = take("shop");
  expect(others).toEqual([]);
  expect(shop).toMatchObject({ oldest_event_ms: 0, oldest_email_ms: 0, problems: 0 });
  expect(shop!["database_bytes"]).toBeGreaterThan(100_000);
});

it("a run of cron in which a step fails is measured as failed", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { shop, runCron, take } = openMeasuredShop();
  await shop.control("faults", { match: "GET /v1/events", times: 99, status: 500 });
  await expect(runCron("17 * * * *")).rejects.toThrow("backfillEvents");
  log.mockRestore();
  expect(take("job")).toMatchObject([{ job: "cron_hourly", outcome: "failed" }]);
});

it("webhooks, syncs and emails say how late they are, and emails how many were sent and failed", async () => {
  const { shop, take, processMessage } = openMeasuredShop();
  const { customerId } = await payForNewProduct(shop);
  const paid = (await shop.events()).find(({ type }) => type === "checkout.session.completed")!;
  await shop.deliver({ ...paid, created: paid.created - 60 });
  expect(take("request")).toMatchObject([{ route: "ingress", method: "POST", status: "2xx" }]);
  const [webhook] = take("webhook");
  expect(webhook).toMatchObject({ type: paid.type });
  expect(webhook!["lag_ms"]).toBeGreaterThanOrEqual(MINUTE);
  await processMessage({ customerId }, 2, Date.now() - 3 * MINUTE);
  const [sync] = take("sync");
  expect(sync).toMatchObject({ subject: "customer", outcome: "ok", attempts: 2 });
  expect(sync!["lag_ms"]).toBeGreaterThanOrEqual(3 * MINUTE);
  expect(take("job")).toMatchObject([{ job: "sync", outcome: "ok", messages: 1 }]);
  expect(take("emails")).toMatchObject([{ sent: 1, failed: 0 }]);
});

it("a failed sync, and an email that was refused, are measured as failed", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { shop, take, processMessage } = openMeasuredShop();
  const { customerId } = await payForNewProduct(shop);
  for (const event of await shop.events()) await shop.deliver(event);
  await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
  await processMessage({ customerId }, 1, Date.now());
  expect(take("sync")).toMatchObject([{ outcome: "failed" }]);
  await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
  await shop.control("faults", { match: "POST /mail/emails", times: 1, status: 503 });
  await processMessage({ customerId }, 2, Date.now());
  log.mockRestore();
  expect(take("emails")).toMatchObject([{ sent: 0, failed: 1 }]);
});

it("a dataset that refuses a point breaks nothing, and is logged", () => {
  const log = vi.spyOn(console, "warn").mockReturnValue();
  const dataset: AnalyticsEngineDataset = {
    writeDataPoint() {
      throw new Error("too many points");
    },
  };
  writePoint({ dataset, version: "" }, "webhook", { type: "invoice.paid", lag_ms: 1 });
  expect(log.mock.calls.join()).toContain("metrics.not_written");
  log.mockRestore();
});
