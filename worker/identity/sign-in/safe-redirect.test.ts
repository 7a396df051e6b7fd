import { describe, expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

const origin = "https://shop.example";

describe("after signing in, the user is sent to", () => {
  test.each([
    ["/library", "/library"],
    ["/p/sounds?interval=year#buy", "/p/sounds?interval=year#buy"],
    ["https://shop.example/account", "/account"],
    ["/", "/"],
    ["/signing-rights", "/signing-rights"],
    ["/apiary", "/apiary"],
  ])("the requested page: %s", (target, path) => {
    expect(safeRedirect(target, origin)).toBe(`${origin}${path}`);
  });

  test.each([
    ["//evil.example"],
    ["///evil.example"],
    ["/\\evil.example"],
    ["\\\\evil.example"],
    ["https:evil.example"],
    ["https:/evil.example"],
    ["https://evil.example"],
    ["http://shop.example/"],
    ["https://shop.example.evil.example/"],
    ["https://shop.example@evil.example/"],
    ["https://user@shop.example/library"],
    ["user@evil.example"],
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["/\t/evil.example"],
    ["/\n/evil.example"],
    [" //evil.example"],
    ["/%2f/evil.example"],
    ["/%2Fevil.example"],
    ["/%5cevil.example"],
    ["/%252fevil.example"],
    ["/.//evil.example"],
    ["/a/..//evil.example"],
    ["/%"],
    [""],
    ["library"],
  ])("the front page instead of %j", (target) => {
    expect(safeRedirect(target, origin)).toBe(`${origin}/`);
  });

  test.each([
    ["/api/auth/signout"],
    ["/api"],
    ["/API/me"],
    ["/%61pi/me"],
    ["/x/../api/me"],
    ["/signin"],
    ["/signin?callbackUrl=/signin"],
    ["/signout"],
    ["/error?error=Configuration"],
    ["/verify-request"],
  ])("the front page instead of the API or a sign-in page: %s", (target) => {
    expect(safeRedirect(target, origin)).toBe(`${origin}/`);
  });
});
