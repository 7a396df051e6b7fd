import { describe, expect, test } from "vitest";
import app from "../app.ts";
import { consoleApp } from "../admin-app.ts";
import type { Role } from "../lib/roles.ts";
import { routeRules, type Rule } from "../testing/route-rules.ts";
import { newBuyer, openBrowser } from "../testing/sign-in.ts";

const roles: Role[] = ["buyer", "support", "admin", "owner"];
const rules = Object.entries(routeRules) as [string, Rule][];

/**
 * Asks with an id, a body and a query that no schema takes: whoever is let in is told so (422) instead of being told
 * 404, which is what the others hear.
 */
function ask(browser: Pick<ReturnType<typeof openBrowser>, "fetch">, route: string) {
  const [method = "", path = ""] = route.split(" ");
  const body = { method, headers: { "content-type": "application/json" }, body: '{"no":"such"}' };
  const url = `${path.replaceAll(/:\w+/g, "%21")}?no=such`;
  return browser.fetch(url, ["GET", "DELETE"].includes(method) ? { method } : body);
}

test("every route has a rule, and every rule a route", () => {
  const routes = [...app.routes, ...consoleApp.routes]
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(routes)].toSorted()).toEqual(rules.map(([route]) => route).toSorted());
});

const statusesFor = (route: string, who: Role[]) =>
  Promise.all(who.map(async (role) => (await ask(await newBuyer({ role }), route)).status));

describe("what is for signed-in people", () => {
  const forRoles = rules.filter(([, rule]) => roles.some((role) => role === rule));

  test.each(forRoles)("%s asks a visitor to sign in", async (route) => {
    const response = await ask(openBrowser(), route);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "unauthenticated" });
  });

  test.each(forRoles.filter(([, rule]) => rule === "buyer"))(
    "%s lets everybody in, the team too",
    async (route) => {
      // Another owner, so that the one who asks may leave.
      await newBuyer({ role: "owner" });
      for (const status of await statusesFor(route, roles))
        expect([401, 403]).not.toContain(status);
    },
  );

  test.each(forRoles.filter(([, rule]) => rule !== "buyer"))(
    "%s does not exist below %s",
    async (route, rule) => {
      const rank = roles.indexOf(rule as Role);
      const [kept, letIn] = [roles.slice(0, rank), roles.slice(rank)];
      expect(await statusesFor(route, kept)).toEqual(kept.map(() => 404));
      for (const status of await statusesFor(route, letIn))
        expect([200, 201, 204, 302, 409, 422]).toContain(status);
    },
  );
});

describe("what is for anyone asks nobody to sign in", () => {
  test.each(rules.filter(([, rule]) => rule === "anyone" || rule === "by signature"))(
    "%s",
    async (route) => {
      const { status } = await ask(openBrowser(), route);
      expect([401, 403, 500]).not.toContain(status);
    },
  );
});
