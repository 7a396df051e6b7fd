import { Hono } from "hono";
import { validator } from "hono/validator";
import { afterEach, expect, test, vi } from "vitest";
import { createApi } from "./create-api.ts";

const app = new Hono().get("/api/things/:id/parts", (c) =>
  c.json({ id: c.req.param("id"), query: c.req.queries(), url: c.req.url }),
);
const writing = app.post(
  "/api/things",
  validator("json", (value) => value as { name: string }),
  (c) => c.json({ name: c.req.valid("json").name, type: c.req.header("content-type") }, 201),
);
const withQuery = writing.get(
  "/api/things",
  validator("query", (value) => value as { tag?: string | string[]; limit?: string }),
  (c) => c.json(c.req.queries()),
);

afterEach(() => vi.unstubAllGlobals());

function openApi() {
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => withQuery.request(url, init));
  return createApi<typeof withQuery>().api;
}

test("a path parameter is encoded, so that no value leads to another route", async () => {
  const response = await openApi().things[":id"].parts.$get({ param: { id: "a/b ?c" } });
  expect(await response.json()).toMatchObject({ id: "a/b ?c", query: {} });
});

test("a query leaves out what is undefined and repeats lists", async () => {
  const query = { tag: ["a", "b"], limit: undefined };
  const response = await openApi().things.$get({ query } as { query: { tag: string[] } });
  expect(await response.json()).toEqual({ tag: ["a", "b"] });
});

test("headers of every request are sent beside those of the body", async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    sent.push(init);
    return Promise.resolve(Response.json({}));
  });
  const { api } = createApi<typeof withQuery>({ "x-locale": "de" });
  await api.things.$get({ query: {} });
  await api.things.$post({ json: { name: "Salt marsh" } });
  expect(sent.map(({ headers }) => headers)).toEqual([
    { "x-locale": "de" },
    { "x-locale": "de", "content-type": "application/json" },
  ]);
});

test("a body is sent as JSON", async () => {
  const response = await openApi().things.$post({ json: { name: "Salt marsh" } });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ name: "Salt marsh", type: "application/json" });
});

test("a request can be aborted", async () => {
  const { signal } = new AbortController();
  const requests: RequestInit[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    requests.push(init);
    return Promise.resolve(Response.json({}));
  });
  const { api } = createApi<typeof withQuery>();
  await api.things[":id"].parts.$get({ param: { id: "1" } }, { init: { signal } });
  expect(requests).toMatchObject([{ method: "GET", signal }]);
});
