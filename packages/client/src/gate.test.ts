import express from "express";
import { Hono } from "hono";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { KEY, startFakeShop, type FakeShop } from "../testing/fake-shop.ts";
import { listen, serve, type TestServer } from "../testing/serve.ts";
import { createGatehouse, type Entitlement, type Gatehouse } from "./client.ts";
import { requireFeature as requireInExpress } from "./express.ts";
import { gate } from "./gate.ts";
import type { AnswerStore, OutagePolicy } from "./gate/policy.ts";
import { requireFeature as requireInHono } from "./hono.ts";
import { requireFeature as requireInNext } from "./next.ts";

type AppOptions = { shop: Gatehouse; outage: OutagePolicy; timeoutMs?: number };

const asCustomer = (id: string | null | undefined) => (id ? { customer: id } : null);
const show = (entitlement: Entitlement | null) => ({ exported: true, entitlement });

/** The same app in each framework: `/export` needs the feature `export`. The header `x-user` is the signed-in user. */
const frameworks: Record<string, (options: AppOptions) => Promise<TestServer>> = {
  Hono: (options) => {
    const customer = (id?: string) => asCustomer(id);
    const app = new Hono()
      .get(
        "/export",
        requireInHono("export", { ...options, customer: (c) => customer(c.req.header("x-user")) }),
        (c) => c.json(show(c.get("entitlement"))),
      )
      .onError((error, c) => c.text(error.message, 500));
    return listen(getRequestListener(app.fetch));
  },
  Express: (options) => {
    const app = express();
    const customer = (request: express.Request) => asCustomer(request.get("x-user"));
    app.get(
      "/export",
      requireInExpress("export", { ...options, customer }),
      (_request, response) => {
        response.json(show(response.locals["entitlement"]));
      },
    );
    // Only keeps Express from printing the error.
    return listen(app.set("env", "test"));
  },
  Next: (options) => {
    const customer = ({ headers }: Request) => asCustomer(headers.get("x-user"));
    const GET = requireInNext(
      "export",
      { ...options, customer },
      (_request: Request, _context: { params: Promise<object> }, entitlement) =>
        Response.json(show(entitlement)),
    );
    return serve((request) =>
      GET(request, { params: Promise.resolve({}) }).catch(
        () => new Response(null, { status: 500 }),
      ),
    );
  },
};

let shop: FakeShop;

beforeEach(async () => {
  shop = await startFakeShop();
  shop.paying.add("usr_ann");
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.stop();
});

describe.each(Object.keys(frameworks))("requireFeature in %s", (name) => {
  /** Starts the app and returns the function that asks it for the export as a user. */
  async function startApp(
    outage: OutagePolicy,
    options: { key?: string; url?: string; timeoutMs?: number } = {},
  ) {
    const { key = KEY, url = shop.url, ...more } = options;
    const client = createGatehouse({ url, key });
    const app = await frameworks[name]!({ shop: client, outage, ...more });
    onTestFinished(app.stop);
    return (user?: string) =>
      fetch(`${app.url}/export`, { headers: user === undefined ? {} : { "x-user": user } });
  }

  test("a paying customer passes, and the handler gets the shop's answer", async () => {
    const response = await (await startApp("deny"))("usr_ann");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      exported: true,
      entitlement: { allowed: true, limit: 5, customerId: "usr_ann" },
    });
  });

  test("403 for a customer who has not paid, as problem details that are not cached", async () => {
    const response = await (await startApp("deny"))("usr_bob");
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ code: "feature_required", feature: "export" });
  });

  test("401 if no user is signed in, without asking the shop", async () => {
    const response = await (await startApp("allow"))();
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "sign_in_required" });
    expect(shop.requests).toEqual([]);
  });

  describe.each([
    ["answers 500", 500],
    ["answers 503", 503],
    ["answers 429", 429],
    ["never answers", "hangs"],
  ] as const)("while the shop %s", (_, state) => {
    test("the policy deny answers 503 with Retry-After", async () => {
      const get = await startApp("deny", { timeoutMs: 50 });
      shop.state = state;
      const response = await get("usr_ann");
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(await response.json()).toMatchObject({ code: "entitlement_unknown" });
    });

    test("the policy allow lets every customer pass, without an entitlement", async () => {
      const get = await startApp("allow", { timeoutMs: 50 });
      shop.state = state;
      const response = await get("usr_bob");
      expect(await response.json()).toEqual({ exported: true, entitlement: null });
    });
  });

  test.each([500, 429])(
    "the policy lastKnown: after the status %i, only customers who passed before pass",
    async (status) => {
      const get = await startApp({ lastKnown: "15m" });
      await get("usr_ann");
      await get("usr_bob");
      shop.state = status;
      const statuses = await Promise.all(
        ["usr_ann", "usr_bob", "usr_eve"].map(async (user) => (await get(user)).status),
      );
      expect(statuses).toEqual([200, 403, 503]);
    },
  );

  test("while nothing listens at the shop's address, the policy decides", async () => {
    const get = await startApp("allow");
    await shop.stop();
    expect((await get("usr_ann")).status).toBe(200);
  });

  test.each<OutagePolicy>(["deny", "allow", { lastKnown: "1d" }])(
    "a refused key is an error of the app under the policy %j",
    async (policy) => {
      const get = await startApp(policy, { key: "gh_test_revoked" });
      const response = await get("usr_ann");
      expect(response.status).toBe(500);
    },
  );

  test("a key that is refused later is an error, although the last answer is known", async () => {
    const get = await startApp({ lastKnown: "1d" });
    expect((await get("usr_ann")).status).toBe(200);
    shop.state = 401;
    expect((await get("usr_ann")).status).toBe(500);
  });

  test("an address that is not a shop's is an error, not an outage", async () => {
    const website = await serve(() => new Response("<html>", { status: 200 }));
    onTestFinished(website.stop);
    const get = await startApp("allow", { url: website.url });
    expect((await get("usr_ann")).status).toBe(500);
  });
});

describe("the policy lastKnown", () => {
  /** Asks for the export as Ann, and returns the status. */
  function startGate(outage: OutagePolicy) {
    const client = createGatehouse({ url: shop.url, key: KEY });
    const GET = requireInNext(
      "export",
      { shop: () => client, outage, customer: () => ({ customer: "usr_ann" }) },
      () => new Response("exported"),
    );
    return async () => (await GET(new Request("https://app.example/"), {})).status;
  }

  const moveClock = (ms: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  };

  test("lastKnown ends after its duration", async () => {
    const get = startGate({ lastKnown: "15m" });
    await get();
    shop.state = 503;
    moveClock(14 * 60_000);
    expect(await get()).toBe(200);
    moveClock(2 * 60_000);
    expect(await get()).toBe(503);
  });

  test("lastKnown ends when the access ends", async () => {
    shop.until = new Date(Date.now() + 60_000).toISOString();
    const get = startGate({ lastKnown: "1d" });
    await get();
    shop.state = 503;
    expect(await get()).toBe(200);
    moveClock(60_001);
    expect(await get()).toBe(503);
  });

  test("lastKnown uses the newest answer: a customer refunded before the outage is refused", async () => {
    const get = startGate({ lastKnown: "1d" });
    await get();
    shop.paying.clear();
    expect(await get()).toBe(403);
    shop.state = 503;
    expect(await get()).toBe(403);
  });
});

test("onRefused answers in place of the 403", async () => {
  const GET = requireInNext(
    "export",
    {
      shop: createGatehouse({ url: shop.url, key: KEY }),
      outage: "deny",
      customer: () => ({ customer: "usr_bob" }),
      onRefused: (_request, { code }) => new Response(code, { status: 402 }),
    },
    () => new Response("exported"),
  );
  const response = await GET(new Request("https://app.example/"), {});
  expect([response.status, await response.text()]).toEqual([402, "feature_required"]);
});

describe("gate", () => {
  const ann = { customer: "usr_ann" };
  /** A gate as each process of an app has one. */
  const openGate = (outage: OutagePolicy) =>
    gate("export", { shop: createGatehouse({ url: shop.url, key: KEY }), outage });

  test("gate decides without a request, and applies the outage policy", async () => {
    const decide = openGate("deny");
    expect(await decide(ann)).toMatchObject({ allowed: true, source: "shop" });
    expect(await decide({ customer: "usr_bob" })).toMatchObject({
      allowed: false,
      refusal: { code: "feature_required" },
    });
    expect(await decide(null)).toMatchObject({ refusal: { code: "sign_in_required" } });
    shop.state = 503;
    expect(await decide(ann)).toMatchObject({ refusal: { code: "entitlement_unknown" } });
    expect(await openGate("allow")(ann)).toMatchObject({ allowed: true, source: "policy" });
  });

  test("a store gives the last answer to another process, the newer one of two", async () => {
    const store = new Map<string, string>();
    const outage = { lastKnown: "1h", store } as const;
    const [first, second] = [openGate(outage), openGate(outage)];
    await first(ann);
    shop.state = 503;
    expect(await second(ann)).toMatchObject({ allowed: true, source: "last-known" });
    shop.state = "up";
    shop.paying.clear();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 });
    await second(ann);
    shop.state = 503;
    expect(await first(ann)).toMatchObject({ refusal: { code: "feature_required" } });
    expect([...store.keys()].join()).not.toContain("ann");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
    expect(await first(ann)).toMatchObject({ refusal: { code: "entitlement_unknown" } });
  });

  test("a store is written when the answer changes, and else after a tenth of its time", async () => {
    const set = vi.fn<AnswerStore["set"]>();
    const decide = openGate({ lastKnown: "100s", store: { get: () => null, set } });
    for (let asked = 0; asked < 3; asked++) await decide(ann);
    expect(set).toHaveBeenCalledTimes(1);
    expect(set).toHaveBeenCalledWith(expect.any(String), expect.any(String), 100);
    shop.paying.clear();
    await decide(ann);
    expect(set).toHaveBeenCalledTimes(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    await decide(ann);
    expect(set).toHaveBeenCalledTimes(3);
  });

  test("a store that fails or holds something else is passed over, with a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const failing = async () => {
      throw new Error("Redis is down");
    };
    const decide = openGate({ lastKnown: "1h", store: { get: failing, set: failing } });
    expect(await decide(ann)).toMatchObject({ allowed: true });
    shop.state = 503;
    expect(await decide(ann)).toMatchObject({ allowed: true, source: "last-known" });
    expect(warn).toHaveBeenCalled();
    const other = openGate({ lastKnown: "1h", store: { get: () => "{}", set: () => {} } });
    expect(await other(ann)).toMatchObject({ refusal: { code: "entitlement_unknown" } });
  });

  test("an outage policy that is none is refused when the gate is made", () => {
    expect(() => openGate(undefined as never)).toThrow("`outage` must be");
  });
});
