import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";

const renameAccount = (headers: Record<string, string>) => ({
  method: "PATCH",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({ name: "Changed" }),
});

describe("a POST, PATCH or DELETE request", () => {
  test("a write is allowed from the shop's own pages", async () => {
    const user = await createSignedInUser();
    expect((await user.fetch("/api/me/account", renameAccount({}))).status).toBe(200);
  });

  test.each([
    "https://evil.example",
    "null",
    "http://localhost:8788",
    "https://localhost:8787",
    "http://localhost",
  ])("a write is refused from %s", async (origin) => {
    const user = await createSignedInUser();
    const response = await user.fetch("/api/me/account", renameAccount({ origin }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "cross_site_request" });
    expect(await user.json("/api/me")).toMatchObject({ user: { name: "A Buyer" } });
  });

  test.each([
    ["cross-site", 403],
    ["same-site", 403],
    ["none", 403],
    ["same-origin", 200],
  ])("a write without Origin is judged by Sec-Fetch-Site %s", async (site, status) => {
    const browser = openBrowser({ jar: (await createSignedInUser()).jar, sendsOrigin: false });
    const response = await browser.fetch(
      "/api/me/account",
      renameAccount({ "sec-fetch-site": site }),
    );
    expect(response.status).toBe(status);
  });

  test.each([
    ["http://localhost:8787/account", undefined, 200],
    ["http://localhost:8787/account", "cross-site", 403],
    ["https://evil.example/http://localhost:8787/", undefined, 403],
    ["http://localhost:8787.evil.example/", undefined, 403],
    ["http://localhost:8787@evil.example/", undefined, 403],
    ["http://localhost:8787", undefined, 403],
  ])(
    "a write without Origin, from %s with Sec-Fetch-Site %s, gets %i",
    async (referer, site, status) => {
      const browser = openBrowser({ jar: (await createSignedInUser()).jar, sendsOrigin: false });
      const headers = { referer, ...(site !== undefined && { "sec-fetch-site": site }) };
      const response = await browser.fetch("/api/me/account", renameAccount(headers));
      expect(response.status).toBe(status);
    },
  );

  test("a write without Origin, Sec-Fetch-Site and Referer is refused", async () => {
    const browser = openBrowser({ jar: (await createSignedInUser()).jar, sendsOrigin: false });
    expect((await browser.fetch("/api/me/account", renameAccount({}))).status).toBe(403);
  });

  test("a write is allowed to the webhook, which checks Stripe's signature", async () => {
    const response = await openBrowser().fetch("/api/stripe/webhook", {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: "{}",
    });
    expect(await response.json()).toMatchObject({ code: "webhook_signature" });
  });
});

describe("a host", () => {
  test.each([
    "http://evil.example",
    "http://localhost",
    "http://localhost.evil.example:8787",
    "http://127.0.0.1:8787",
    "http://localhost:8787@evil.example",
  ])("a host that is not served gets 421: %s", async (host) => {
    const response = await openBrowser().fetch(`${host}/api/shop`);
    expect(response.status).toBe(421);
    expect(await response.json()).toMatchObject({ code: "unknown_host" });
  });

  test("a host is not taken from X-Forwarded-Host", async () => {
    const response = await openBrowser().fetch("/api/auth/providers", {
      headers: { "x-forwarded-host": "evil.example" },
    });
    expect(JSON.stringify(await response.json())).not.toContain("evil");
  });
});

describe("on /api/auth", () => {
  test.each(["HEAD", "PUT", "DELETE", "PATCH"])(
    "%s gets 405 with the allowed methods",
    async (method) => {
      const response = await openBrowser().fetch("/api/auth/session", { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, POST");
    },
  );

  test.each(["constructor", "__proto__", "toString", "redirect_uri"])(
    "an authorization parameter named %s is refused",
    async (name) => {
      const path = `/api/auth/signin/oidc?${name}=x`;
      expect((await openBrowser().fetch(path, { method: "POST" })).status).toBe(422);
    },
  );

  test("OPTIONS gets 204, and no other origin is allowed", async () => {
    const response = await openBrowser().fetch("/api/auth/session", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
  });
});

test("an unknown path gets a problem document with the request id", async () => {
  const response = await openBrowser().fetch("/api/nothing");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(await response.json()).toMatchObject({
    code: "not_found",
    request_id: expect.stringMatching(/^req_/),
  });
});

test.each([
  ["POST", "/api/admin/orders/ord_x/refunds"],
  ["POST", "/api/admin/subscriptions/sub_x/refunds"],
  ["POST", "/api/admin/orders/ord_x/dispute-answer"],
  ["POST", "/api/admin/subscriptions/sub_x/dispute-answer"],
  ["POST", "/api/admin/subscriptions/sub_x/end"],
  ["POST", "/api/admin/subscriptions/sub_x/plan-change"],
  ["DELETE", "/api/admin/subscriptions/sub_x/pause"],
  ["PUT", "/api/admin/subscriptions/sub_x/trial"],
  ["PUT", "/api/admin/subscriptions/sub_x/discount"],
  ["POST", "/api/admin/subscriptions/sub_x/payment"],
  ["POST", "/api/admin/overview/alerts/x/refund"],
  ["POST", "/api/admin/messages/msg_x/sending"],
  ["PUT", "/api/admin/settings/legal"],
  ["PUT", "/api/admin/settings/tax"],
  ["PUT", "/api/admin/developers/settings"],
])("ten minutes after the sign-in, %s %s asks for a fresh one", async (method, path) => {
  const owner = await createSignedInUser({ role: "owner" });
  const send = async () =>
    (await (await owner.fetch(path, { method, body: "{}" })).json<{ code?: string }>()).code;
  expect(await send()).not.toBe("sign_in_again");
  await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
    .bind(Date.now() - 11 * 60_000, owner.sessionId)
    .run();
  expect(await send()).toBe("sign_in_again");
});
