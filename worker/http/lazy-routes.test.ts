import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv, Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { openTestShop } from "../testing/shop.ts";
import { lazyRoutes } from "./lazy-routes.ts";

/** An app with a room of routes that are loaded by the first request for them. `loads` counts how often. */
function openApp(ctx: Ctx) {
  const counts = { loads: 0 };
  const load = async () => {
    counts.loads++;
    return new Hono<AppEnv>()
      .basePath("/late")
      .post("/:id", async (c) =>
        c.json([c.var.ctx.requestId, c.req.param("id"), await c.req.json()]),
      )
      .get("/broken", () => {
        throw fail("too_many_api_keys");
      });
  };
  const app = new Hono<AppEnv>()
    .use((c, next) => {
      c.set("ctx", ctx);
      return next();
    })
    .all("/late/*", lazyRoutes(load))
    .get("/early", (c) => c.text("early"));
  const execution = {
    waitUntil: () => undefined,
    passThroughOnException: () => undefined,
    props: {},
  };
  const request = (path: string, init?: RequestInit) =>
    app.fetch(new Request(`https://shop.example${path}`, init), {} as Env, execution);
  return { request, counts };
}

test("routes that are loaded later get the context, the parameters and the body of the request", async () => {
  const ctx = openTestShop().ctx();
  const { request, counts } = openApp(ctx);
  expect(await (await request("/early")).text()).toBe("early");
  expect(counts.loads).toBe(0);
  for (const id of ["a", "b"]) {
    const response = await request(`/late/${id}`, { method: "POST", body: `{"of":"${id}"}` });
    expect(await response.json()).toEqual([ctx.requestId, id, { of: id }]);
  }
});

test("routes that are loaded later answer errors and unknown paths like all others", async () => {
  const ctx = openTestShop().ctx();
  const { request } = openApp(ctx);
  for (const [path, status, code] of [
    ["/late/broken", 409, "too_many_api_keys"],
    ["/late/unknown/path", 404, "not_found"],
  ] as const) {
    const response = await request(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, request_id: ctx.requestId });
  }
});
