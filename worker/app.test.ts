import { RegExpRouter } from "hono/router/reg-exp-router";
import { expect, onTestFinished, test, vi } from "vitest";
import app from "./app.ts";
import { openBrowser } from "./testing/sign-in.ts";

/**
 * Hono turns all routes into one expression unless two overlap, as `/a/:id` and `/a/b` do; then every request, whatever
 * its path, walks a tree instead, which takes several times as long.
 */
test("every route fits Hono's quick router", () => {
  const router = new RegExpRouter<string>();
  for (const { method, path } of app.routes) router.add(method, path, path);
  expect(() => router.match("GET", "/api/me")).not.toThrow();
});

test("a refused request is logged by its route: a path can hold a token", async () => {
  const lines: string[] = [];
  const logging = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => logging.mockRestore());
  const browser = openBrowser();
  await browser.fetch("/api/me/downloads/token-of-somebody");
  await browser.fetch("/api/me/nothing-here", {
    method: "POST",
    headers: { origin: "https://other.example" },
  });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: "request.failed", code: "unauthenticated", path: "/api/me/downloads/:token" },
    { event: "request.failed", code: "cross_site_request", path: "(no route)" },
  ]);
});
