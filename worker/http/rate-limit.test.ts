import { describe, expect, test } from "vitest";
import { openBrowser } from "../testing/clients/sign-in.ts";
import { rateLimitKey } from "../lib/rate-limit-key.ts";

/**
 * Sends requests until one is rate limited, and returns that response. The limiter starts a new count with every minute
 * of its clock, so more requests than the limit may pass.
 * @param limit requests allowed per minute
 */
async function findRateLimitedResponse(
  request: () => Promise<Response>,
  limit: number,
): Promise<Response | undefined> {
  for (let sent = 0; sent <= limit * 10; sent++) {
    const response = await request();
    if (response.status === 429) return response;
  }
  return undefined;
}

describe("too many requests from one address", () => {
  test.each([
    ["starting a sign-in", "/api/auth/signin/oidc", "POST", 60],
    ["callbacks", "/api/auth/callback/oidc?code=x&state=x", "GET", 60],
    ["the API", "/api/me", "GET", 600],
    ["health checks", "/api/health", "GET", 600],
  ])(
    "too many requests from one address are refused with Retry-After: %s",
    async (_, path, method, limit) => {
      const browser = openBrowser();
      let sent = 0;
      const request = () => (sent++, browser.fetch(path, { method }));
      const rateLimited = await findRateLimitedResponse(request, limit);
      expect(sent).toBeGreaterThan(limit);
      expect(await rateLimited?.json()).toMatchObject({ code: "rate_limited" });
      expect(rateLimited?.headers.get("retry-after")).toBe("60");
      expect((await openBrowser().fetch(path, { method })).status).not.toBe(429);
    },
  );

  test("too many requests are refused with any X-Forwarded-For", async () => {
    const browser = openBrowser();
    let sent = 0;
    const rateLimited = await findRateLimitedResponse(() => {
      const headers = { "x-forwarded-for": `10.0.0.${sent++}`, "x-real-ip": `10.0.1.${sent}` };
      return browser.fetch("/api/auth/callback/oidc", { headers });
    }, 60);
    expect(rateLimited?.status).toBe(429);
  });

  test("requests from one IPv6 /64 are counted together", async () => {
    const browser = openBrowser();
    let sent = 0;
    const rateLimited = await findRateLimitedResponse(
      () =>
        browser.fetch("/api/auth/callback/oidc", {
          headers: { "cf-connecting-ip": `2001:db8:1:2::${sent++}` },
        }),
      60,
    );
    expect(rateLimited?.status).toBe(429);
  });
});

describe("the rate-limit key", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
  ])("the rate-limit key of %s is %s", (address, key) => expect(rateLimitKey(address)).toBe(key));
});
