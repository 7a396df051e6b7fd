import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { forwardEvents } from "./forward-events.ts";
import { openApiKey } from "./listen.ts";
import { localUrls } from "./local-shop.ts";
import { readShopState, saveShopState } from "./local-state.ts";
import { findTrigger } from "./triggers.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** Starts a server on a free port, or on this one. It stops after the test at the latest. */
async function serve(
  answer: (url: URL, headers: Record<string, string>, body: string) => [number, unknown],
  port = 0,
): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const headers = request.headers as Record<string, string>;
    const [status, content] = answer(new URL(request.url ?? "/", "http://shop"), headers, body);
    response.writeHead(status, { connection: "close" }).end(JSON.stringify(content));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    await closed;
  };
  onTestFinished(stop);
  const actual = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${actual}`, port: actual, stop };
}

/** A shop whose feed has the events 1 to `count`. */
function answerFeed(count: number, oldestSequence = 1) {
  return (url: URL, headers: Record<string, string>): [number, unknown] => {
    if (headers["authorization"] === "Bearer gh_test_narrow")
      return [403, { title: "The API key lacks a scope", detail: "This needs events:read." }];
    if (headers["authorization"] !== "Bearer gh_test_key")
      return [401, { code: "api_key_unknown", title: "Unknown API key" }];
    const after = Number(url.searchParams.get("after"));
    if (after < oldestSequence - 1) return [410, { code: "cursor_expired", oldestSequence }];
    const sequences = Array.from({ length: count }, (_, i) => i + 1).filter((n) => n > after);
    const data = sequences.slice(0, Number(url.searchParams.get("limit"))).map((sequence) => ({
      id: `evt_${sequence}`,
      type: "order.paid",
      timestamp: "2026-03-01T09:30:00.000Z",
      sequence,
      customerId: "usr_1",
      data: {},
    }));
    return [200, { data, newestSequence: count }];
  };
}

/** A receiver that remembers the ids of the events whose signature is right. */
function createReceiver() {
  const ids: string[] = [];
  const answer = (_: URL, headers: Record<string, string>, body: string): [number, unknown] => {
    new Webhook(secret).verify(body, headers);
    ids.push(String(headers["webhook-id"]));
    return [200, {}];
  };
  return { ids, answer };
}

/** Waits for a condition; the limit only stops a test that hangs. */
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 60_000 });

const idsUpTo = (count: number) => Array.from({ length: count }, (_, i) => `evt_${i + 1}`);

/** Forwards until the test ends. */
function forward(input: { shop: string; to: string; cursor?: number; apiKey?: string }) {
  const stop = new AbortController();
  const lines: string[] = [];
  const saved: number[] = [];
  const done = forwardEvents({
    shop: { url: input.shop, apiKey: input.apiKey ?? "gh_test_key" },
    to: input.to,
    secret,
    cursor: input.cursor ?? 0,
    saveCursor: (sequence) => saved.push(sequence),
    print: (line) => lines.push(line),
    signal: stop.signal,
    intervalMs: 1,
  });
  onTestFinished(async () => {
    stop.abort();
    await done.catch(() => {});
  });
  return { lines, saved, done };
}

test("all events arrive in order and signed, over several pages, and the cursor follows", async () => {
  const shop = await serve(answerFeed(250));
  const receiver = createReceiver();
  const to = await serve(receiver.answer);
  const { saved } = forward({ shop: shop.url, to: to.url });
  await until(() => saved.length === 250);
  expect(receiver.ids).toEqual(idsUpTo(250));
  expect(saved.at(-1)).toBe(250);
});

test("events wait while the receiver is down, and then arrive once each", async () => {
  const shop = await serve(answerFeed(3));
  const receiver = createReceiver();
  const first = await serve(receiver.answer);
  await first.stop();
  const { lines, saved } = forward({ shop: shop.url, to: first.url });
  await until(() => lines.length > 0);
  expect(lines).toEqual([`${first.url} does not answer. order.paid evt_1 waits for it …`]);
  await serve(receiver.answer, first.port);
  await until(() => saved.length === 3);
  expect(receiver.ids).toEqual(idsUpTo(3));
});

test("it continues after the shop was restarted", async () => {
  const receiver = createReceiver();
  const to = await serve(receiver.answer);
  const shop = await serve(answerFeed(2));
  const { lines, saved } = forward({ shop: shop.url, to: to.url });
  await until(() => saved.length === 2);
  await shop.stop();
  await until(() => lines.some((line) => line.includes("does not answer")));
  await serve(answerFeed(4), shop.port);
  await until(() => saved.length === 4);
  expect(receiver.ids).toEqual(idsUpTo(4));
  expect(lines).toContain("The shop answers again.");
});

test("an answer that is no success is printed, and the next event follows", async () => {
  const shop = await serve(answerFeed(2));
  const to = await serve(() => [500, {}]);
  const { lines, saved } = forward({ shop: shop.url, to: to.url });
  await until(() => saved.length === 2);
  expect(lines[0]).toMatch(/order\.paid {2}evt_1 {2}→ 500/);
});

test("it continues at the oldest event if the feed no longer reaches back to the cursor", async () => {
  const shop = await serve(answerFeed(5, 4));
  const receiver = createReceiver();
  const to = await serve(receiver.answer);
  const { lines, saved } = forward({ shop: shop.url, to: to.url, cursor: 1 });
  await until(() => saved.length === 2);
  expect(receiver.ids).toEqual(["evt_4", "evt_5"]);
  expect(lines[0]).toContain("Continuing at evt_4");
});

test("a refused key ends it with the shop's reason", async () => {
  const shop = await serve(answerFeed(1));
  const { done } = forward({ shop: shop.url, to: "http://127.0.0.1:9/", apiKey: "gh_test_other" });
  await expect(done).rejects.toThrow("Unknown API key");
  const narrow = forward({ shop: shop.url, to: "http://127.0.0.1:9/", apiKey: "gh_test_narrow" });
  await expect(narrow.done).rejects.toThrow("The API key lacks a scope: This needs events:read.");
});

test("the local shop's feed is read with its own key, also with another one in the environment", async () => {
  const { url } = localUrls();
  const openLocal = async () => "gh_test_local";
  expect(await openApiKey(url, "gh_test_checks_only", openLocal)).toBe("gh_test_local");
  const elsewhere = "https://shop.example.com";
  expect(await openApiKey(elsewhere, "gh_test_its_own", openLocal)).toBe("gh_test_its_own");
  await expect(openApiKey(elsewhere, "", openLocal)).rejects.toThrow("GATEHOUSE_KEY");
});

test("the secret and the cursor are remembered for each shop", () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "state", "gatehouse.json");
  expect(readShopState("http://localhost:8787", path)).toBeUndefined();
  saveShopState("http://localhost:8787", { secret, cursor: 3 }, path);
  saveShopState("https://shop.example.com", { secret, cursor: 9 }, path);
  expect(readShopState("http://localhost:8787", path)).toEqual({ secret, cursor: 3 });
});

test("an event that cannot be triggered is refused with the reason", () => {
  expect(() => findTrigger("subscription.past-due")).toThrow(
    'There is no event "subscription.past-due". The shop has: customer.created',
  );
  expect(() => findTrigger("subscription.past_due")).toThrow("it needs time to pass");
});
