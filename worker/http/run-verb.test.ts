import { Hono } from "hono";
import { expect, it } from "vitest";
import { z } from "zod";
import type { AppEnv, Ctx } from "../context.ts";
import { runVerb } from "./run-verb.ts";

const text = z.object({ id: z.string() });

/** Answers what the verb was given. */
const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.set("ctx", {} as Ctx);
    await next();
  })
  .put("/things/:id", ...runVerb((_ctx, input) => input, { param: text, json: text }))
  .delete("/things/:id", ...runVerb(() => undefined, { param: text }))
  .post("/things", ...runVerb((_ctx, input) => input, { json: text }, 201));

const send = (method: string, path: string, body?: object) =>
  app.request(path, {
    method,
    headers: { "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });

it("the id in the path wins over an id in the body", async () => {
  expect(await (await send("PUT", "/things/of-path", { id: "of-body" })).json()).toEqual({
    id: "of-path",
  });
});

it("a verb that returns nothing is answered with 204", async () => {
  expect((await send("DELETE", "/things/a")).status).toBe(204);
});

it("the status of the route is used for what the verb returns", async () => {
  expect((await send("POST", "/things", { id: "a" })).status).toBe(201);
});
