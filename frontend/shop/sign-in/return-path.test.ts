import { describe, expect, test } from "vitest";
import { sanitizeReturnPath } from "./return-path.ts";

const origin = "https://shop.example";

describe("keeps return paths on this origin", () => {
  test.each([
    ["/library", "/library"],
    ["/p/membership?buy=price_1#top", "/p/membership?buy=price_1#top"],
    ["https://shop.example/account/billing", "/account/billing"],
    ["/errors-and-omissions", "/errors-and-omissions"],
  ])("%s", (value, expected) => expect(sanitizeReturnPath(value, origin)).toBe(expected));
});

describe("replaces everything else with the home page", () => {
  test.each([
    null,
    "",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example/library",
    "https://shop.example@evil.example/",
    "https://shop.example.evil.example/",
    "javascript:alert(1)",
    "data:text/html,hello",
    "/\t/evil.example",
    "/api/auth/signout",
    "/API/me",
    "/%61pi/me",
    "/%zz",
    "/signin?callbackUrl=/signin",
    "/signout",
    "/error",
    "/verify-request",
    "/library/../api/me",
  ])("%s", (value) => expect(sanitizeReturnPath(value, origin)).toBe("/"));
});

test("a path with encoded slashes stays on this origin", () => {
  expect(sanitizeReturnPath("/%2F%2Fevil.example", origin)).toBe("/%2F%2Fevil.example");
});
