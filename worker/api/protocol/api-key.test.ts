import { env } from "cloudflare:workers";
import wrangler from "../../../wrangler.toml?raw";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createContext } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { apiKeys } from "../../db/schema/developers.ts";
import { newApiKey } from "../../identity/keys/key-form.ts";
import { HOUR, MINUTE } from "../../lib/time.ts";
import { createApiClient, openApiClient } from "../../testing/clients/api-client.ts";
import { recordStatements } from "../../testing/database/query-plans.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser, ORIGIN } from "../../testing/clients/sign-in.ts";
import { followApiConventions } from "./conventions.ts";
import { limitBody } from "../../http/body-limit.ts";
import { readApiKey, requireApiKey, requireScope, type ApiEnv } from "./api-key.ts";
import { handleError } from "../../http/error-handlers.ts";
import { KEY_LIMIT } from "./key-limit.ts";

const shop = openTestShop();

/** A path under `/api/v1` that no route has: it asks for a key first. */
const PATH = "/no-such-thing";

const set = (id: string, columns: Partial<typeof apiKeys.$inferInsert>) => {
  const { db } = shop.ctx();
  return commit(db, [db.update(apiKeys).set(columns).where(eq(apiKeys.id, id))]);
};

describe("an unusable key has an error of its own", () => {
  test("404 with a usable key, so the key itself is accepted", async () => {
    const client = await createApiClient(shop);
    expect(await client.get(PATH)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test.each([
    ["no header", undefined, "api_key_missing"],
    ["another scheme", "Basic dXNlcjpwYXNz", "api_key_malformed"],
    ["an empty token", "Bearer ", "api_key_malformed"],
    ["something that is no key", "Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc", "api_key_malformed"],
    ["a truncated key", `Bearer ${newApiKey("test").slice(0, -1)}`, "api_key_malformed"],
    ["an unknown key", `Bearer ${newApiKey("test")}`, "api_key_unknown"],
    ["a key of the other mode", `Bearer ${newApiKey("live")}`, "api_key_wrong_mode"],
  ])("401 for %s", async (_name, authorization, code) => {
    const browser = openBrowser({ env: shop.env, sendsOrigin: false });
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const response = await browser.fetch(`/api/v1${PATH}`, { headers });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="gatehouse"',
    ]);
    expect(await response.json()).toMatchObject({ code });
  });

  test("401 for a key with one character mistyped, without a read", async () => {
    const recorded = recordStatements(env.DB);
    const { secret } = await createApiClient(shop);
    const at = 20;
    const typo = secret.slice(0, at) + (secret[at] === "a" ? "b" : "a") + secret.slice(at + 1);
    const client = openApiClient({ ...shop.env, DB: recorded.d1 }, typo);
    expect(await client.get(PATH)).toMatchObject({ body: { code: "api_key_malformed" } });
    expect(recorded.take()).toEqual([]);
  });

  test("a key is accepted as the user name of HTTP Basic, as curl -u sends it", async () => {
    const { secret } = await createApiClient(shop);
    const authorization = `Basic ${btoa(`${secret}:`)}`;
    const { send } = openApiClient(shop.env, "");
    expect((await send("GET", "/orders", undefined, { authorization })).status).toBe(200);
    for (const wrong of ["Basic %%%", `Basic ${btoa(":")}`])
      expect(await send("GET", "/orders", undefined, { authorization: wrong })).toMatchObject({
        status: 401,
        body: { code: "api_key_malformed" },
      });
  });

  test("every answer names the request in a header, and a refusal in its body too", async () => {
    const { get } = await createApiClient(shop);
    const { headers } = await get("/orders");
    expect(headers.get("request-id")).toMatch(/^req_/);
    const refused = await get("/orders?limit=0");
    const requestId = refused.headers.get("request-id");
    expect(refused.body).toMatchObject({ requestId, request_id: requestId });
    const open = await openApiClient(shop.env, "").post("/licenses/validate", { key: "a" });
    expect(open.headers.get("request-id")).toMatch(/^req_/);
  });

  test("405 with Allow for a method that a path does not have, 404 for a path that does not exist", async () => {
    const { send } = await createApiClient(shop);
    const id = `ord_${"0".repeat(26)}`;
    for (const [method, path, allow] of [
      ["DELETE", `/orders/${id}`, "GET"],
      ["POST", "/events", "GET"],
      ["PUT", "/gifts", "GET, POST"],
    ] as const) {
      const { status, headers, body } = await send(method, path);
      expect([path, status, headers.get("allow"), body["code"]]).toEqual([
        path,
        405,
        allow,
        "method_not_allowed",
      ]);
    }
    expect((await send("POST", "/nothing")).status).toBe(404);
  });

  test("a malformed body is refused with the reason, a malformed id is not found", async () => {
    const { secret, get } = await createApiClient(shop);
    const response = await openBrowser({ env: shop.env, sendsOrigin: false }).fetch(
      "/api/v1/gifts",
      {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: "{",
      },
    );
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: "invalid_input",
      detail: expect.stringContaining("JSON"),
    });
    expect((await get("/orders/ord_1")).status).toBe(404);
  });

  test("401 for a revoked and for an expired key", async () => {
    const client = await createApiClient(shop);
    await set(client.keyId, { expiresAt: Date.now() - 1 });
    expect(await client.get(PATH)).toMatchObject({
      status: 401,
      body: { code: "api_key_expired" },
    });
    await set(client.keyId, { revokedAt: Date.now() });
    expect(await client.get(PATH)).toMatchObject({
      status: 401,
      body: { code: "api_key_revoked" },
    });
  });

  test("400 for a key in the query string, even next to a valid header", async () => {
    const client = await createApiClient(shop);
    expect(await client.get(`${PATH}?api_key=${client.secret}`)).toMatchObject({
      status: 400,
      body: { code: "api_key_in_query" },
    });
  });

  test("401 for a signed-in owner's cookie without a key", async () => {
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const response = await owner.fetch(`/api/v1${PATH}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "api_key_missing" });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("known and unknown keys run the same statements", async () => {
    const recorded = recordStatements(env.DB);
    const counted = { ...shop.env, DB: recorded.d1 };
    const statementsFor = async (secret: string) => {
      recorded.take();
      await openApiClient(counted, secret).get(PATH);
      return recorded.take().map(({ sql }) => sql);
    };
    const known = await createApiClient(shop);
    await set(known.keyId, { lastUsedAt: Date.now() });
    const revoked = await createApiClient(shop);
    await set(revoked.keyId, { revokedAt: Date.now() });
    const ofUnknown = await statementsFor(newApiKey("test"));
    expect(ofUnknown).toHaveLength(1);
    expect(await statementsFor(known.secret)).toEqual(ofUnknown);
    expect(await statementsFor(revoked.secret)).toEqual(ofUnknown);
  });
});

test("the last use of a key is noted at most once an hour", async () => {
  const client = await createApiClient(shop);
  const lastUsedAt = () =>
    env.DB.prepare("SELECT last_used_at FROM api_keys WHERE id = ?")
      .bind(client.keyId)
      .first<number>("last_used_at");
  const before = Date.now();
  await client.get(PATH);
  expect(await lastUsedAt()).toBeGreaterThanOrEqual(before);
  const recently = Date.now() - HOUR + MINUTE;
  await set(client.keyId, { lastUsedAt: recently });
  await client.get(PATH);
  expect(await lastUsedAt()).toBe(recently);
  await set(client.keyId, { lastUsedAt: Date.now() - HOUR });
  await client.get(PATH);
  expect(await lastUsedAt()).toBeGreaterThanOrEqual(before);
});

describe("the limit of a key", () => {
  test("the limit of a key is the one in wrangler.toml", () => {
    const [, limit, period] =
      /name = "KEY_LIMIT"[^[]*limit = (\d+), period = (\d+)/.exec(wrangler) ?? [];
    expect(KEY_LIMIT).toEqual({ quota: Number(limit), periodSeconds: Number(period) });
  });

  test("every answer has the limit of the key", async () => {
    const client = await createApiClient(shop);
    const { headers } = await client.get(PATH);
    expect(headers.get("ratelimit-policy")).toBe('"key";q=3000;w=60');
    expect(headers.get("ratelimit")).toMatch(/^"key";r=2999;t=\d+$/);
  });

  test("429 with Retry-After when it is reached, without a read", async () => {
    const { secret } = await createApiClient(shop);
    const recorded = recordStatements(env.DB);
    const KEY_LIMIT = { limit: async () => ({ success: false }) };
    const refused = await openApiClient({ ...shop.env, KEY_LIMIT, DB: recorded.d1 }, secret).get(
      PATH,
    );
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/);
    expect(recorded.take()).toEqual([]);
  });
});

describe("a route behind the guards", () => {
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set("ctx", createContext(shop.env, { waitUntil: () => {} }, { type: "visitor" }));
    await next();
  });
  app.use(limitBody, followApiConventions, readApiKey, requireApiKey);
  app.post("/orders", requireScope("orders:read"), async (c) => c.json(c.var.ctx.actor));
  app.onError(handleError);

  const post = (secret: string, init: RequestInit = {}) =>
    app.request(
      `${ORIGIN}/orders`,
      { method: "POST", ...init, headers: { authorization: `Bearer ${secret}`, ...init.headers } },
      shop.env,
    );

  test("403 naming the scope that the key lacks", async () => {
    const { secret } = await createApiClient(shop, ["products:read", "gifts:write"]);
    const response = await post(secret);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: "insufficient_scope",
      detail: "This needs the scope orders:read.",
    });
  });

  test("a route behind the guards acts as the key", async () => {
    const { secret, keyId } = await createApiClient(shop, ["orders:read"]);
    const response = await post(secret);
    expect(await response.json()).toEqual({ type: "key", keyId, scopes: ["orders:read"] });
  });

  test.each([
    ["415 for a form", "a=1", "application/x-www-form-urlencoded", 415],
    ["415 for text", "{}", "text/plain", 415],
    ["413 for more than 1 MB", `"${"a".repeat(1024 * 1024)}"`, "application/json", 413],
    ["200 for JSON with a charset", "{}", "Application/JSON; charset=utf-8", 200],
  ])("%s", async (_name, body, contentType, status) => {
    const { secret } = await createApiClient(shop, ["orders:read"]);
    const response = await post(secret, { body, headers: { "content-type": contentType } });
    expect(response.status).toBe(status);
  });
});
