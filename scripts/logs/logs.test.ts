import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readFilter } from "./filter-logs.ts";
import { showLogs } from "./show-logs.ts";

const at = Date.parse("2026-11-26T08:15:03.120Z");
const version = "0c39acf9-2b44-4c6d-9be9-37b5c5c1a8f0";

/** What the Worker writes. */
const line = (event: string, level: string, fields: object) =>
  JSON.stringify({ time: "2026-11-26T08:15:03.120Z", level, event, version, ...fields });

/** One run of the Worker as `wrangler tail --format json` prints it. */
function createTailItem(change: object): string {
  const item = {
    wallTime: 12,
    cpuTime: 3,
    truncated: false,
    executionModel: "stateless",
    outcome: "ok",
    scriptVersion: { id: version },
    scriptName: "gatehouse",
    diagnosticsChannelEvents: [],
    exceptions: [],
    logs: [],
    eventTimestamp: at,
    event: {},
    ...change,
  };
  return JSON.stringify(item, null, 2);
}

const toLog = (level: string, ...message: unknown[]) => ({ message, level, timestamp: at });

const tail = [
  createTailItem({
    event: {
      request: {
        url: "https://shop.example/api/stripe/webhook?token=secret",
        method: "POST",
        headers: { "user-agent": "Stripe/1.0" },
        cf: { colo: "FRA" },
      },
      response: { status: 200 },
    },
    logs: [
      toLog(
        "error",
        line("sync.enqueue_failed", "error", {
          request_id: "req_1",
          error: { name: "Error", message: "queue full" },
        }),
      ),
    ],
  }),
  createTailItem({
    event: { queue: "gatehouse-sync", batchSize: 2 },
    logs: [
      toLog(
        "error",
        line("sync.failed", "error", {
          request_id: "req_2",
          job: "gatehouse-sync",
          customer: "cst_7",
          attempts: 3,
        }),
      ),
      toLog(
        "info",
        line("sweep.finished", "info", { request_id: "req_3", job: "sweep", checked: 12 }),
      ),
    ],
  }),
  createTailItem({
    outcome: "exception",
    event: { cron: "*/5 * * * *", scheduledTime: at },
    logs: [toLog("log", "a library says", { a: 1 })],
    exceptions: [{ name: "Error", message: "Steps failed\u001b[2J", timestamp: at }],
  }),
  createTailItem({
    outcome: "exceededCpu",
    event: { request: { url: "https://shop.example/", method: "GET" } },
  }),
].join("\n");

async function show(
  input: string,
  flags: Parameters<typeof readFilter>[0] = {},
  isJson = false,
): Promise<string[]> {
  const printed: string[] = [];
  await showLogs(
    { input: Readable.from([input]) },
    { filter: readFilter(flags, at + 60_000), isJson, print: (text) => printed.push(text) },
  );
  return printed;
}

test("the logs of a deployed shop are one readable line for each event, without queries of URLs", async () => {
  expect(await show(tail)).toEqual([
    '2026-11-26 08:15:03.120 ERROR sync.enqueue_failed error="Error: queue full" request=req_1 trigger="POST /api/stripe/webhook" version=0c39acf9',
    '2026-11-26 08:15:03.120 ERROR sync.failed customer=cst_7 attempts=3 job=gatehouse-sync request=req_2 trigger="queue gatehouse-sync" version=0c39acf9',
    '2026-11-26 08:15:03.120 INFO  sweep.finished checked=12 job=sweep request=req_3 trigger="queue gatehouse-sync" version=0c39acf9',
    '2026-11-26 08:15:03.120 LOG   console message="a library says {\\"a\\":1}" trigger="cron */5 * * * *" version=0c39acf9',
    '2026-11-26 08:15:03.120 ERROR exception error="Error: Steps failed\\u001b[2J" trigger="cron */5 * * * *" version=0c39acf9',
    '2026-11-26 08:15:03.120 ERROR outcome outcome=exceededCpu trigger="GET /" version=0c39acf9',
  ]);
});

test.each([
  [{ request: "req_1" }, ["sync.enqueue_failed"]],
  [{ customer: "cst_7" }, ["sync.failed"]],
  [{ job: "sweep" }, ["sweep.finished"]],
  [{ level: "error" }, ["sync.enqueue_failed", "sync.failed", "exception", "outcome"]],
  [{ level: "error", job: "gatehouse-sync" }, ["sync.failed"]],
  [{ since: "30s" }, []],
  [{ since: "2026-11-26T08:00Z", request: "req_3" }, ["sweep.finished"]],
])("logs are filtered by %o", async (flags, events) => {
  const shown = (await show(tail, flags, true)).map(
    (text) => JSON.parse(text) as { event: string },
  );
  expect(shown.map(({ event }) => event)).toEqual(events);
});

test("saved lines and the output of a local shop are read like those of a deployed one", async () => {
  const local = [
    "$ wrangler dev",
    `\u001b[31m✘ [ERROR]\u001b[0m ${line("email.failed", "error", { request_id: "req_4" })}`,
    line("email.dead", "error", { email: "eml_1" }),
    JSON.stringify(
      JSON.parse(createTailItem({ logs: [toLog("warn", line("cache.failed", "warn", {}))] })),
    ),
    "{ not JSON",
    "}",
  ].join("\n");
  const shown = (await show(local, {}, true)).map((text) => JSON.parse(text) as object);
  expect(shown).toMatchObject([
    { event: "email.failed", requestId: "req_4", time: "2026-11-26T08:15:03.120Z" },
    { event: "email.dead", fields: { email: "eml_1" } },
    { event: "cache.failed", level: "warn" },
  ]);
});

test("wrong levels and times are refused with what is allowed", () => {
  expect(() => readFilter({ level: "loud" }, at)).toThrow("--level must be one of");
  expect(() => readFilter({ since: "yesterday" }, at)).toThrow("--since must be like 10m");
});
