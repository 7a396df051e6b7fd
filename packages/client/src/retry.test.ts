import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { KEY, problem } from "../testing/fake-shop.ts";
import {
  answerAllowed,
  entitlement,
  settle,
  useStoppedClock,
  withAnswers,
} from "../testing/scripted-shop.ts";
import { serve } from "../testing/serve.ts";
import { createGatehouse, GatehouseUnavailableError } from "./client.ts";

useStoppedClock();

const noConnection = () => Promise.reject(new TypeError("fetch failed"));

describe("retries", () => {
  test.each([
    ["a failed connection", noConnection],
    ["429", () => problem(429, "rate_limited")],
    ["500", () => problem(500, "internal")],
    ["503 without a body", () => new Response(null, { status: 503 })],
  ])("a request is repeated after %s", async (_, failure) => {
    const { shop, requests } = withAnswers(failure, failure, answerAllowed);
    expect(await settle(shop.check("export", { customer: "usr_1" }))).toEqual(entitlement);
    expect(requests).toHaveLength(3);
  });

  test.each([
    ["a failed connection", noConnection, null],
    ["503", () => problem(503, "unavailable"), 503],
    ["429", () => problem(429, "rate_limited"), 429],
  ])(
    "the third attempt is the last, with GatehouseUnavailableError for %s",
    async (_, failure, status) => {
      const { shop, requests } = withAnswers(failure, failure, failure);
      const error = await settle(shop.check("export", { customer: "usr_1" })).catch((e) => e);
      expect(error).toBeInstanceOf(GatehouseUnavailableError);
      expect(error.responseStatus).toBe(status);
      expect(requests).toHaveLength(3);
    },
  );

  test("a retry waits as long as Retry-After asks, in seconds or until a date", async () => {
    vi.setSystemTime("2026-11-22T10:00:00Z");
    const after = (value: string) => () =>
      new Response("", { status: 429, headers: { "retry-after": value } });
    const { shop, requests } = withAnswers(
      after("7"),
      after("Sun, 22 Nov 2026 10:00:20 GMT"),
      answerAllowed,
    );
    const answer = shop.check("export", { customer: "usr_1" });
    await vi.advanceTimersByTimeAsync(6_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(12_999);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual(entitlement);
  });

  test("a retry doesn't wait for half an hour: the caller gets the answer at once", async () => {
    const { shop, requests } = withAnswers(
      () => new Response("", { status: 503, headers: { "retry-after": "1800" } }),
    );
    await expect(settle(shop.check("export", { customer: "usr_1" }))).rejects.toThrow("503");
    expect(requests).toHaveLength(1);
  });

  test("a repeated POST has the same body and Idempotency-Key, and each POST has its own key", async () => {
    const token = () => Response.json({ token: "ey" }, { status: 201 });
    const inProgress = () => problem(409, "idempotency_in_progress");
    const { shop, requests } = withAnswers(noConnection, inProgress, token, token);
    const body = { customer: "usr_1", audience: "my-app" };
    expect((await settle(shop.POST("/entitlement-tokens", { body }))).data).toMatchObject({
      token: "ey",
    });
    await settle(shop.POST("/entitlement-tokens", { body }));
    const keys = requests.map((request) => request.headers.get("idempotency-key"));
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys).size).toBe(2);
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual(
      Array.from({ length: 4 }, () => body),
    );
  });

  test("a retry keeps the Idempotency-Key of the caller", async () => {
    const { shop, requests } = withAnswers(() => Response.json({ token: "ey" }));
    const headers = { "Idempotency-Key": "order-7" };
    await shop.POST("/entitlement-tokens", {
      body: { customer: "usr_1", audience: "my-app" },
      headers,
    });
    expect(requests[0]?.headers.get("idempotency-key")).toBe("order-7");
  });

  test("another 409 is returned as it is", async () => {
    const { shop } = withAnswers(() => problem(409, "idempotency_mismatch"));
    const body = { customer: "usr_1", audience: "my-app" };
    const { error, response } = await shop.POST("/entitlement-tokens", { body });
    expect(error).toMatchObject({ code: "idempotency_mismatch" });
    expect(response.status).toBe(409);
  });

  test("retries stop when the caller aborts, with the caller's reason", async () => {
    const controller = new AbortController();
    const { shop, requests } = withAnswers(() => problem(503, "unavailable"), answerAllowed);
    const { signal } = controller;
    const answer = shop.check("export", { customer: "usr_1" }, { signal }).catch((e) => e);
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(new Error("The visitor left"));
    expect(await answer).toMatchObject({ message: "The visitor left" });
    expect(requests).toHaveLength(1);
  });
});

describe("over the network", () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  test("a server that never answers is unavailable after the timeout", async () => {
    const server = await serve(() => new Promise<Response>(() => {}));
    onTestFinished(server.stop);
    const shop = createGatehouse({ url: server.url, key: KEY, timeoutMs: 20, retries: 1 });
    const error = await shop.check("export", { customer: "usr_1" }).catch((e) => e);
    expect(error).toBeInstanceOf(GatehouseUnavailableError);
    expect(error.message).toBe("The shop did not answer in time");
  });

  test("a server that is gone is unavailable", async () => {
    const server = await serve(answerAllowed);
    await server.stop();
    const shop = createGatehouse({ url: server.url, key: KEY, retries: 0 });
    const error = await shop.check("export", { customer: "usr_1" }).catch((e) => e);
    expect(error).toBeInstanceOf(GatehouseUnavailableError);
    expect(error.message).toBe("The shop could not be reached");
  });

  test("the key doesn't follow a redirect", async () => {
    const reached: string[] = [];
    const elsewhere = await serve((request) => {
      reached.push(request.url);
      return answerAllowed();
    });
    onTestFinished(elsewhere.stop);
    const server = await serve(() => Response.redirect(`${elsewhere.url}/`, 307));
    onTestFinished(server.stop);
    const shop = createGatehouse({ url: server.url, key: KEY });
    await expect(shop.check("export", { customer: "usr_1" })).rejects.toThrow("307");
    expect(reached).toEqual([]);
  });
});
