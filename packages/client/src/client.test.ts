import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { KEY, problem } from "../testing/fake-shop.ts";
import { serve } from "../testing/serve.ts";
import { createGatehouse, GatehouseError, GatehouseUnavailableError } from "./client.ts";

/** A client of a server that gives these answers, one after the other, and the requests that it got. */
function withAnswers(...answers: (() => Response | Promise<Response>)[]) {
  const requests: Request[] = [];
  const shop = createGatehouse({
    url: "https://shop.example",
    key: KEY,
    fetch: async (request) => {
      requests.push(request);
      const answer = answers[requests.length - 1];
      if (!answer) throw new Error("There were more requests than answers");
      return answer();
    },
  });
  return { shop, requests };
}

const entitlement = {
  customerId: "usr_1",
  feature: "export",
  allowed: true,
  limit: null,
  until: null,
  because: [],
};
const allowed = () => Response.json(entitlement);
const noConnection = () => Promise.reject(new TypeError("fetch failed"));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets all pauses between attempts pass, and returns what the call ended with. */
async function settle<T>(call: Promise<T>): Promise<T> {
  const settled = call.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
  await vi.runAllTimersAsync();
  return (await settled)();
}

describe("a check", () => {
  test.each([
    [{ customer: "usr_1" }, "customer=usr_1"],
    [
      { issuer: "https://id.example", subject: "a/b" },
      "issuer=https%3A%2F%2Fid.example&subject=a%2Fb",
    ],
    [{ email: "ann+1@example.com" }, "email=ann%2B1%40example.com"],
  ])("asks about %j", async (customer, query) => {
    const { shop, requests } = withAnswers(allowed);
    expect(await settle(shop.check("export", customer))).toEqual(entitlement);
    expect(requests[0]?.url).toBe(
      `https://shop.example/api/v1/entitlements/check?feature=export&${query}`,
    );
    expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
  });

  test("throws the shop's code and request id if the key is refused, after one attempt", async () => {
    const { shop, requests } = withAnswers(() =>
      problem(403, "insufficient_scope", { detail: "x" }),
    );
    const error = await settle(shop.check("export", { customer: "usr_1" })).catch((e) => e);
    expect(error).toBeInstanceOf(GatehouseError);
    expect(error).not.toBeInstanceOf(GatehouseUnavailableError);
    expect(error).toMatchObject({
      responseStatus: 403,
      code: "insufficient_scope",
      requestId: "req_1",
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["a page", () => new Response("<html>Welcome</html>")],
    ["another JSON document", () => Response.json({ hello: 1 })],
    ["null", () => Response.json(null)],
    ["nothing", () => new Response("", { headers: { "content-length": "0" } })],
    ["a redirect", () => new Response("", { status: 301, headers: { location: "/" } })],
  ])("refuses %s, because the URL must be wrong", async (_, answer) => {
    const { shop } = withAnswers(answer);
    const error = await settle(shop.check("export", { customer: "usr_1" })).catch((e) => e);
    expect(error).toBeInstanceOf(GatehouseError);
    expect(error).not.toBeInstanceOf(GatehouseUnavailableError);
  });

  test("refuses to start without a key", () => {
    expect(() => createGatehouse({ url: "https://shop.example", key: "" })).toThrow("key");
  });
});

describe("retries", () => {
  test.each([
    ["a failed connection", noConnection],
    ["429", () => problem(429, "rate_limited")],
    ["500", () => problem(500, "internal")],
    ["503 without a body", () => new Response(null, { status: 503 })],
  ])("follow after %s", async (_, failure) => {
    const { shop, requests } = withAnswers(failure, failure, allowed);
    expect(await settle(shop.check("export", { customer: "usr_1" }))).toEqual(entitlement);
    expect(requests).toHaveLength(3);
  });

  test.each([
    ["a failed connection", noConnection, null],
    ["503", () => problem(503, "unavailable"), 503],
    ["429", () => problem(429, "rate_limited"), 429],
  ])(
    "end after the third attempt with GatehouseUnavailableError for %s",
    async (_, failure, status) => {
      const { shop, requests } = withAnswers(failure, failure, failure);
      const error = await settle(shop.check("export", { customer: "usr_1" })).catch((e) => e);
      expect(error).toBeInstanceOf(GatehouseUnavailableError);
      expect(error.responseStatus).toBe(status);
      expect(requests).toHaveLength(3);
    },
  );

  test("wait as long as Retry-After asks, in seconds or until a date", async () => {
    vi.setSystemTime("2026-11-22T10:00:00Z");
    const after = (value: string) => () =>
      new Response("", { status: 429, headers: { "retry-after": value } });
    const { shop, requests } = withAnswers(
      after("7"),
      after("Sun, 22 Nov 2026 10:00:20 GMT"),
      allowed,
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

  test("don't wait for half an hour: the caller gets the answer at once", async () => {
    const { shop, requests } = withAnswers(
      () => new Response("", { status: 503, headers: { "retry-after": "1800" } }),
    );
    await expect(settle(shop.check("export", { customer: "usr_1" }))).rejects.toThrow("503");
    expect(requests).toHaveLength(1);
  });

  test("send a POST with the same body and the same Idempotency-Key, and each POST with its own", async () => {
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

  test("keep the Idempotency-Key of the caller", async () => {
    const { shop, requests } = withAnswers(() => Response.json({ token: "ey" }));
    const headers = { "Idempotency-Key": "order-7" };
    await shop.POST("/entitlement-tokens", {
      body: { customer: "usr_1", audience: "my-app" },
      headers,
    });
    expect(requests[0]?.headers.get("idempotency-key")).toBe("order-7");
  });

  test("return another 409 as it is", async () => {
    const { shop } = withAnswers(() => problem(409, "idempotency_mismatch"));
    const body = { customer: "usr_1", audience: "my-app" };
    const { error, response } = await shop.POST("/entitlement-tokens", { body });
    expect(error).toMatchObject({ code: "idempotency_mismatch" });
    expect(response.status).toBe(409);
  });

  test("stop when the caller aborts, with the caller's reason", async () => {
    const controller = new AbortController();
    const { shop, requests } = withAnswers(() => problem(503, "unavailable"), allowed);
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
    const server = await serve(allowed);
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
      return allowed();
    });
    onTestFinished(elsewhere.stop);
    const server = await serve(() => Response.redirect(`${elsewhere.url}/`, 307));
    onTestFinished(server.stop);
    const shop = createGatehouse({ url: server.url, key: KEY });
    await expect(shop.check("export", { customer: "usr_1" })).rejects.toThrow("307");
    expect(reached).toEqual([]);
  });
});

describe("lists", () => {
  const pages: Record<string, object> = {
    "": { data: [{ id: "ord_3" }, { id: "ord_2" }], nextCursor: "a" },
    a: { data: [{ id: "ord_1" }], nextCursor: "b" },
    b: { data: [], nextCursor: null },
  };

  function withPages() {
    const urls: URL[] = [];
    const shop = createGatehouse({
      url: "https://shop.example",
      key: KEY,
      fetch: async ({ url }) => {
        urls.push(new URL(url));
        return Response.json(pages[new URL(url).searchParams.get("cursor") ?? ""]);
      },
    });
    return { shop, urls };
  }

  test("give the items of all pages, and keep the filters", async () => {
    const { shop, urls } = withPages();
    const ids: string[] = [];
    for await (const order of shop.list("/orders", { query: { customer: "usr_1" } }))
      ids.push(order.id);
    expect(ids).toEqual(["ord_3", "ord_2", "ord_1"]);
    expect(urls.map(({ search }) => search)).toEqual([
      "?customer=usr_1",
      "?customer=usr_1&cursor=a",
      "?customer=usr_1&cursor=b",
    ]);
  });

  test("fetch no page that nobody asks for", async () => {
    const { shop, urls } = withPages();
    for await (const order of shop.list("/orders")) if (order.id === "ord_2") break;
    expect(urls).toHaveLength(1);
  });

  test("throw if a page is refused", async () => {
    const { shop } = withAnswers(() => problem(403, "insufficient_scope"));
    await expect(shop.list("/orders").next()).rejects.toBeInstanceOf(GatehouseError);
  });
});

describe("the feed", () => {
  const event = (sequence: number) => ({ id: `evt_${sequence}`, sequence, type: "order.paid" });

  test("continues after a sequence, page by page, and ends at the newest event", async () => {
    const { shop, requests } = withAnswers(
      () => Response.json({ data: [event(8), event(9)], nextCursor: "9" }),
      () => Response.json({ data: [event(10)], nextCursor: null }),
    );
    const ids: string[] = [];
    for await (const { id } of shop.events({ after: 7, types: ["order.paid", "order.refunded"] }))
      ids.push(id);
    expect(ids).toEqual(["evt_8", "evt_9", "evt_10"]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      "?after=7&types=order.paid%2Corder.refunded",
      "?after=9&types=order.paid%2Corder.refunded",
    ]);
  });

  test("begins with the oldest event if no sequence is given", async () => {
    const { shop, requests } = withAnswers(() => Response.json({ data: [], nextCursor: null }));
    expect(await shop.events().next()).toEqual({ done: true, value: undefined });
    expect(new URL(requests[0]!.url).search).toBe("");
  });

  test("goes on after an empty page that is not the last", async () => {
    const { shop } = withAnswers(
      () => Response.json({ data: [], nextCursor: "9" }),
      () => Response.json({ data: [event(12)], nextCursor: null }),
    );
    expect((await shop.events({ after: 7 }).next()).value).toMatchObject({ id: "evt_12" });
  });

  test("throws cursor_expired with where to start if it no longer reaches back that far", async () => {
    const { shop } = withAnswers(() => problem(410, "cursor_expired", { oldestSequence: 90 }));
    const error = await shop
      .events({ after: 7 })
      .next()
      .catch((e) => e);
    expect(error).toMatchObject({ code: "cursor_expired", problem: { oldestSequence: 90 } });
  });
});
