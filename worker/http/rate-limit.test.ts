import { describe, expect, test } from "vitest";
import { openBrowser } from "../testing/sign-in.ts";
import { clientKey } from "./rate-limit.ts";

async function firstRefusal(
  request: () => Promise<Response>,
  atMost: number,
): Promise<Response | undefined> {
  for (let i = 0; i < atMost; i++) {
    const response = await request();
    if (response.status === 429) return response;
  }
  return undefined;
}

describe("too many requests from one address", () => {
  test.each([
    ["beginning to sign in", "/api/auth/signin/oidc", "POST", 61],
    ["callbacks", "/api/auth/callback/oidc?code=x&state=x", "GET", 61],
    ["the API", "/api/me", "GET", 601],
  ])("are refused with Retry-After: %s", async (_, path, method, limit) => {
    const browser = openBrowser();
    const refusal = await firstRefusal(() => browser.fetch(path, { method }), limit);
    expect(await refusal?.json()).toMatchObject({ code: "rate_limited" });
    expect(refusal?.headers.get("retry-after")).toBe("60");
    expect((await openBrowser().fetch(path, { method })).status).not.toBe(429);
  });

  test("are not excused by X-Forwarded-For", async () => {
    const browser = openBrowser();
    let sent = 0;
    const refusal = await firstRefusal(() => {
      const headers = { "x-forwarded-for": `10.0.0.${sent++}`, "x-real-ip": `10.0.1.${sent}` };
      return browser.fetch("/api/auth/callback/oidc", { headers });
    }, 61);
    expect(refusal?.status).toBe(429);
  });

  test("are counted together over one IPv6 /64", async () => {
    const browser = openBrowser();
    let sent = 0;
    const refusal = await firstRefusal(
      () =>
        browser.fetch("/api/auth/callback/oidc", {
          headers: { "cf-connecting-ip": `2001:db8:1:2::${sent++}` },
        }),
      61,
    );
    expect(refusal?.status).toBe(429);
  });
});

describe("whom an address stands for", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
  ])("%s is %s", (address, key) => expect(clientKey(address)).toBe(key));
});
