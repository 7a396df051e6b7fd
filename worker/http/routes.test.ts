import { describe, expect, test } from "vitest";
import type { Role } from "../shared/roles.ts";
import { scopes } from "../shared/scopes.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { listRoutes } from "../testing/rules/list-routes.ts";
import { routeRules, type Rule } from "../testing/rules/route-rules.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";

const roles: Role[] = ["buyer", "support", "admin", "owner"];
const rules = Object.entries(routeRules) as [string, Rule][];

/** Sends an id, a body and a query that no schema accepts. Callers with access get 422; all others get 404. */
function sendInvalidRequest(browser: Pick<ReturnType<typeof openBrowser>, "fetch">, route: string) {
  const [method = "", path = ""] = route.split(" ");
  const body = { method, headers: { "content-type": "application/json" }, body: '{"no":"such"}' };
  const url = `${path.replaceAll(/:\w+/g, "%21")}?no=such`;
  return browser.fetch(url, ["GET", "DELETE"].includes(method) ? { method } : body);
}

test("every route has a rule, and every rule has a route", () => {
  expect(listRoutes().toSorted()).toEqual(rules.map(([route]) => route).toSorted());
});

const fetchStatuses = (route: string, who: Role[]) =>
  Promise.all(
    who.map(
      async (role) => (await sendInvalidRequest(await createSignedInUser({ role }), route)).status,
    ),
  );

describe("routes for signed-in users", () => {
  const forRoles = rules.filter(([, rule]) => roles.some((role) => role === rule));

  test.each(forRoles)("%s asks a visitor to sign in", async (route) => {
    const response = await sendInvalidRequest(openBrowser(), route);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "unauthenticated" });
  });

  test.each(forRoles.filter(([, rule]) => rule === "buyer"))(
    "%s allows every role",
    async (route) => {
      // Another owner, so that the owner who sends the request may leave.
      await createSignedInUser({ role: "owner" });
      for (const status of await fetchStatuses(route, roles))
        expect([401, 403]).not.toContain(status);
    },
  );

  test.each(forRoles.filter(([, rule]) => rule !== "buyer"))(
    "%s returns 404 below the role %s",
    async (route, rule) => {
      const rank = roles.indexOf(rule as Role);
      const [denied, allowed] = [roles.slice(0, rank), roles.slice(rank)];
      expect(await fetchStatuses(route, denied)).toEqual(denied.map(() => 404));
      for (const status of await fetchStatuses(route, allowed))
        expect([200, 201, 204, 302, 409, 422]).toContain(status);
    },
  );
});

describe("routes for API keys", () => {
  const shop = openTestShop();
  const forKeys = rules.flatMap(([route, rule]) =>
    scopes.flatMap((scope) => (scope === rule ? [[route, scope] as const] : [])),
  );

  test.each(forKeys)("%s needs a key with %s", async (route, scope) => {
    const [method = "", path = ""] = route.split(" ");
    const others = scopes.filter((each) => each !== scope);
    const [allowed, denied] = [
      await createApiClient(shop, [scope]),
      await createApiClient(shop, others),
    ];
    const target = `${path.replace("/api/v1", "").replaceAll(/:\w+/g, "%21")}?no=such`;
    const body = ["GET", "DELETE"].includes(method) ? undefined : { no: "such" };
    const unsigned = await sendInvalidRequest(openBrowser({ env: shop.env }), route);
    expect([unsigned.status, await unsigned.json()]).toMatchObject([
      401,
      { code: "api_key_missing" },
    ]);
    expect(await denied.send(method, target, body)).toMatchObject({
      status: 403,
      body: { code: "insufficient_scope", detail: expect.stringContaining(scope) },
    });
    expect([404, 422]).toContain((await allowed.send(method, target, body)).status);
  });
});

describe("public routes don't require a sign-in", () => {
  test.each(rules.filter(([, rule]) => rule === "anyone" || rule === "by signature"))(
    "%s",
    async (route) => {
      const { status } = await sendInvalidRequest(openBrowser(), route);
      expect([401, 403, 500]).not.toContain(status);
    },
  );
});
