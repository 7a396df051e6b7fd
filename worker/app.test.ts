import { RegExpRouter } from "hono/router/reg-exp-router";
import { expect, test } from "vitest";
import app from "./app.ts";

/**
 * Hono turns all routes into one expression unless two overlap, as `/a/:id` and `/a/b` do; then every request, whatever
 * its path, walks a tree instead, which takes several times as long.
 */
test("every route fits Hono's quick router", () => {
  const router = new RegExpRouter<string>();
  for (const { method, path } of app.routes) router.add(method, path, path);
  expect(() => router.match("GET", "/api/me")).not.toThrow();
});
