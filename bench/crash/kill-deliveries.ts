import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parseEnv } from "node:util";
import Stripe from "stripe";
import { startWorker, stopProcess, waitUntilReady } from "../../scripts/shop/run-worker.ts";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import { prepareShop } from "../../scripts/shop/prepare-shop.ts";
import { createPurchases } from "./create-purchases.ts";

/**
 * Delivers 200 events to a real `wrangler dev`, ten at a time, and kills it with `kill -9` in the middle and again when
 * the last event was accepted, while their syncs run. Its queue is in memory, so the messages of accepted events are
 * lost. A delivery without a 2xx is repeated, as Stripe does. In the end, after cron, every accepted event must be
 * stored and done, and every buyer must have access.
 */
const BUYERS = 30;
const DELIVERIES = 200;
const CONCURRENT_DELIVERIES = 10;
const RETRY_MS = 300;
const STATE_DIR = ".wrangler/bench-crash";
const FREQUENT_CRON = "*/5 * * * *";

const port = Number(process.env["BENCH_PORT"] ?? 8817);
const url = `http://localhost:${port}`;
const { sandbox, vars, workerState } = await prepareShop({
  stateDir: STATE_DIR,
  url,
  sandboxPort: port + 1,
});
const secrets = parseEnv(readFileSync(".dev.vars", "utf8"));
const stripe = new Stripe(secrets["STRIPE_SECRET_KEY"] ?? "", {
  host: "127.0.0.1",
  port: sandbox.port,
  protocol: "http",
});
// This script delivers the events itself.
await control("webhooks", { mode: "drop" });
const buyers = await createPurchases(
  { persistTo: `${workerState}/v3`, vars },
  { count: BUYERS, pay: (session) => control(`checkout/${session}/pay`, {}) },
);
const events = await createEvents();

const start = () => startWorker({ port, workerState, vars });
let worker = start();
try {
  await waitUntilReady(`${url}/api/health`, new URL(url).host, worker);
  await deliverAndKill();
  await stopProcess(worker, "SIGKILL");
  const before = readState();
  worker = start();
  await waitUntilReady(`${url}/api/health`, new URL(url).host, worker);
  await runCronUntilClean();
  const after = readState();
  console.log(`after the second kill    ${describe(before)}`);
  console.log(`after cron               ${describe(after)}`);
  if (after.unfinished + after.missing + after.withoutAccess > 0) process.exitCode = 1;
} finally {
  await stopProcess(worker);
  await sandbox.stop();
}

async function control<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Returns 200 events of the buyers. Edits of the customers fill up what the purchases did not create. */
async function createEvents(): Promise<Stripe.Event[]> {
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  for (let edit = 0; ; edit++) {
    const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    const ours = all.filter(({ type }) => (eventTypes as string[]).includes(type));
    if (ours.length >= DELIVERIES) return ours.toReversed().slice(-DELIVERIES);
    for (const { id } of customers) await stripe.customers.update(id, { phone: `${edit}` });
  }
}

/** Delivers all events, and kills and restarts the Worker when half of them were accepted. */
async function deliverAndKill(): Promise<void> {
  const waiting = [...events];
  let accepted = 0;
  let repeated = 0;
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    await stopProcess(worker, "SIGKILL");
    worker = start();
    await waitUntilReady(`${url}/api/health`, new URL(url).host, worker);
  };
  const deliverNext = async () => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      while (!(await deliver(event))) {
        repeated++;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      accepted++;
      if (accepted >= DELIVERIES / 2) restarting ??= restart();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_DELIVERIES }, deliverNext));
  await restarting;
  console.log(`${accepted} events accepted, after ${repeated} deliveries that failed`);
}

/** @returns whether the shop accepted the event */
async function deliver(event: Stripe.Event): Promise<boolean> {
  const payload = JSON.stringify(event);
  const secret = secrets["STRIPE_WEBHOOK_SECRET"]?.split(",")[0] ?? "";
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
  try {
    const response = await fetch(`${url}/api/stripe/webhook`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body: payload,
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function runCronUntilClean(): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    await fetch(`${url}/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron: FREQUENT_CRON })}`);
    for (let check = 0; check < 10; check++) {
      if (readState().unfinished === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Reads D1's file, because the shop may be down. */
function readState() {
  const [file] = globSync(`${workerState}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`).filter(
    (name) => !name.endsWith("metadata.sqlite"),
  );
  const database = new DatabaseSync(file ?? "", { timeout: 20_000, readOnly: true });
  const statusById = new Map(
    database
      .prepare("SELECT id, status FROM events")
      .all()
      .map(({ id, status }) => [String(id), String(status)]),
  );
  const countGrants = database.prepare(
    "SELECT count(*) AS count FROM grants WHERE user_id = ? AND revoked_at IS NULL",
  );
  const statuses = events.map(({ id }) => statusById.get(id));
  const withoutAccess = buyers.filter((userId) => countGrants.get(userId)?.["count"] === 0).length;
  database.close();
  return {
    missing: statuses.filter((status) => status === undefined).length,
    unfinished: statuses.filter((status) => status === "received" || status === "unmatched").length,
    withoutAccess,
  };
}

function describe({ missing, unfinished, withoutAccess }: ReturnType<typeof readState>): string {
  return `${missing} of ${events.length} events missing, ${unfinished} not done, ${withoutAccess} of ${buyers.length} buyers without access`;
}
