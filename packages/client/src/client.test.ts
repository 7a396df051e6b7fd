import { describe, expect, onTestFinished, test, vi } from "vitest";
import { KEY, problem } from "../testing/fake-shop.ts";
import {
  answerAllowed,
  entitlement,
  settle,
  useStoppedClock,
  withAnswers,
} from "../testing/scripted-shop.ts";
import { createGatehouse, GatehouseError, GatehouseUnavailableError } from "./client.ts";

useStoppedClock();

describe("a check", () => {
  test.each([
    [{ customer: "usr_1" }, "customer=usr_1"],
    [
      { issuer: "https://id.example", subject: "a/b" },
      "issuer=https%3A%2F%2Fid.example&subject=a%2Fb",
    ],
    [{ externalId: "user 7712" }, "externalId=user%207712"],
    [{ email: "ann+1@example.com" }, "email=ann%2B1%40example.com"],
  ])("a check asks about %j", async (customer, query) => {
    const { shop, requests } = withAnswers(answerAllowed);
    expect(await settle(shop.check("export", customer))).toEqual(entitlement);
    expect(requests[0]?.url).toBe(
      `https://shop.example/api/v1/entitlements/check?feature=export&${query}`,
    );
    expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
  });

  test("a refused key throws the shop's code and request id, after one attempt", async () => {
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
  ])("%s is refused, because the URL must be wrong", async (_, answer) => {
    const { shop } = withAnswers(answer);
    const error = await settle(shop.check("export", { customer: "usr_1" })).catch((e) => e);
    expect(error).toBeInstanceOf(GatehouseError);
    expect(error).not.toBeInstanceOf(GatehouseUnavailableError);
  });

  test("an unknown feature or issuer is warned about once, and no other refusal is", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const no = (reason: string) => () =>
      Response.json({ ...entitlement, allowed: false, limit: 0, reason });
    const answers = ["feature_unknown", "feature_unknown", "issuer_unknown", "customer_unknown"];
    const { shop } = withAnswers(...answers.map(no));
    const customer = { issuer: "https://id.example", subject: "1" };
    for (const reason of answers)
      expect(await settle(shop.check("exprot", customer))).toMatchObject({ reason });
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      '@gatehouse/client: the shop has no feature "exprot". GET /features lists its keys.',
      "@gatehouse/client: nobody signs in to the shop with the OpenID provider https://id.example.",
    ]);
  });

  test("a client without a key or URL can be made, as in a build, and refuses every call", async () => {
    const missing = process.env["NO_SUCH_VARIABLE"];
    const url = "https://shop.example";
    const ann = { customer: "usr_1" };
    const withoutKey = createGatehouse({ url, key: missing });
    await expect(withoutKey.check("export", ann)).rejects.toThrow(
      "createGatehouse needs the `key` of an API key",
    );
    await expect(withoutKey.GET("/features")).rejects.toThrow(TypeError);
    await expect(withoutKey.list("/orders").next()).rejects.toThrow(TypeError);
    await expect(createGatehouse({ url: missing, key: KEY }).check("export", ann)).rejects.toThrow(
      "createGatehouse needs the `url` of the shop",
    );
  });
});

test("the bookmark of the newest write is sent with every later call", async () => {
  const answers = ["b1", null, "b2", null].map((bookmark) => () => {
    const headers = new Headers();
    if (bookmark !== null) headers.set("gatehouse-bookmark", bookmark);
    return Response.json(entitlement, { headers });
  });
  const { shop, requests } = withAnswers(...answers);
  for (const _ of answers) await settle(shop.check("export", { customer: "usr_1" }));
  const sent = requests.map(({ headers }) => headers.get("gatehouse-bookmark"));
  expect(sent).toEqual([null, "b1", "b1", "b2"]);
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

  test("lists give the items of all pages, and keep the filters", async () => {
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

  test("lists fetch a page only when it is needed", async () => {
    const { shop, urls } = withPages();
    for await (const order of shop.list("/orders")) if (order.id === "ord_2") break;
    expect(urls).toHaveLength(1);
  });

  test("lists throw if a page is refused", async () => {
    const { shop } = withAnswers(() => problem(403, "insufficient_scope"));
    await expect(shop.list("/orders").next()).rejects.toBeInstanceOf(GatehouseError);
  });
});

describe("the feed", () => {
  const event = (sequence: number) => ({ id: `evt_${sequence}`, sequence, type: "order.paid" });

  test("the feed continues after a sequence, page by page, and ends at the newest event", async () => {
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

  test("the feed begins with the oldest event if no sequence is given", async () => {
    const { shop, requests } = withAnswers(() => Response.json({ data: [], nextCursor: null }));
    expect(await shop.events().next()).toEqual({ done: true, value: undefined });
    expect(new URL(requests[0]!.url).search).toBe("");
  });

  test("the feed goes on after an empty page that is not the last", async () => {
    const { shop } = withAnswers(
      () => Response.json({ data: [], nextCursor: "9" }),
      () => Response.json({ data: [event(12)], nextCursor: null }),
    );
    expect((await shop.events({ after: 7 }).next()).value).toMatchObject({ id: "evt_12" });
  });

  test("the feed throws cursor_expired with where to start if it no longer reaches back that far", async () => {
    const { shop } = withAnswers(() => problem(410, "cursor_expired", { oldestSequence: 90 }));
    const error = await shop
      .events({ after: 7 })
      .next()
      .catch((e) => e);
    expect(error).toMatchObject({ code: "cursor_expired", problem: { oldestSequence: 90 } });
  });
});
