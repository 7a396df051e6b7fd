import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import worker from "../index.ts";
import { MINUTE } from "../lib/time.ts";
import { runCron } from "../run-cron.ts";
import { createCountingD1 } from "../testing/database/create-counting-d1.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { failDatabase } from "../testing/database/fail-database.ts";
import { payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import type { Health } from "./check-health.ts";

// There is one state for each mode, and all tests share a mode.
beforeEach(emptyDatabase);

const FREQUENT = "*/5 * * * *";

/** Asks as another isolate would, which remembers no answer. */
async function ask(shop: TestShop, path = "/api/health") {
  const request = new Request(`http://localhost:8787${path}`);
  const response = await worker.fetch(request, { ...shop.env }, createExecutionContext());
  return { status: response.status, health: await response.json<Health>() };
}

test("a new shop is healthy, and the answer has the id of the running version", async () => {
  const shop = openTestShop();
  expect(await ask(shop)).toEqual({
    status: 200,
    health: { status: "ok", version: env.VERSION.id, mode: "test", problems: [] },
  });
});

test("a shop whose cron stopped is degraded, and answers 200", async () => {
  const shop = openTestShop();
  await runCron(shop.ctx(undefined, Date.now() - 15 * MINUTE), FREQUENT);
  expect((await ask(shop)).health.status).toBe("ok");
  await env.DB.prepare("UPDATE health_signals SET last_at = last_at - 120000").run();
  expect(await ask(shop)).toMatchObject({
    status: 200,
    health: {
      status: "degraded",
      problems: [{ code: "cron_late", message: "The scheduled jobs do not run." }],
    },
  });
});

test("a shop in which cron never ran is degraded once it has had a user for a quarter of an hour", async () => {
  const shop = openTestShop();
  await shop.createUser();
  expect((await ask(shop)).health.problems).toEqual([]);
  await env.DB.prepare("UPDATE users SET created_at = created_at - 1000000").run();
  expect((await ask(shop)).health.problems).toMatchObject([{ code: "cron_late" }]);
});

test("strangers learn what is wrong, and neither when, how much nor about whom", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const shop = openTestShop();
  await payForNewProduct(shop);
  for (const event of await shop.events()) await shop.deliver(event);
  await env.DB.prepare("UPDATE events SET received_at = received_at - 3600000").run();
  await env.DB.prepare("UPDATE events SET status = 'dead' WHERE type LIKE 'charge%'").run();
  await runCron(shop.ctx(), FREQUENT);
  log.mockRestore();
  const { health } = await ask(shop);
  expect(health.problems).toEqual([
    {
      code: "syncs_late",
      message: "Changes from Stripe have been waiting for more than half an hour.",
    },
    { code: "events_dead", message: "Events from Stripe could not be processed." },
  ]);
});

test("a shop without its database is down with 503, and still says that it is alive", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const shop = openTestShop();
  failDatabase(shop, { sql: "", times: 99 });
  expect(await ask(shop)).toMatchObject({
    status: 503,
    health: { status: "down", problems: [{ code: "database" }] },
  });
  expect(await ask(shop, "/api/health/live")).toEqual({
    status: 200,
    health: { status: "ok", version: env.VERSION.id },
  });
  log.mockRestore();
});

test("a shop whose configuration is refused is down, and names the settings without their values", async () => {
  const shop = openTestShop();
  shop.env.AUTH_SECRET = "hunter2";
  expect(await ask(shop)).toEqual({
    status: 503,
    health: {
      status: "down",
      version: env.VERSION.id,
      mode: null,
      problems: [
        { code: "configuration", message: "AUTH_SECRET: must have 32 characters or more" },
        expect.objectContaining({ code: "configuration" }),
      ],
    },
  });
  expect((await ask(shop, "/api/health/live")).status).toBe(200);
});

test("a health check reads a handful of rows in one call, and the next ones of five seconds none", async () => {
  const shop = openTestShop();
  for (let user = 0; user < 20; user++) await shop.createUser();
  await runCron(shop.ctx(), FREQUENT);
  const counting = createCountingD1(shop.env.DB);
  shop.env.DB = counting.d1;
  const isolate = { ...shop.env };
  const send = () =>
    worker.fetch(
      new Request("http://localhost:8787/api/health"),
      isolate,
      createExecutionContext(),
    );
  expect((await send()).status).toBe(200);
  const first = counting.take();
  expect(first.statements).toBe(3);
  expect(first.read).toBeLessThanOrEqual(8);
  for (let request = 0; request < 20; request++) await send();
  expect(counting.take().statements).toBe(0);
});
