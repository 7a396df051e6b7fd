import { describe, expect, test } from "vitest";
import { safeReturnPath } from "./return-path.ts";

const origin = "https://shop.example";

describe("a way back on this origin is kept", () => {
  test.each([
    ["/library", "/library"],
    ["/p/membership?buy=price_1#top", "/p/membership?buy=price_1#top"],
    ["https://shop.example/account/billing", "/account/billing"],
    ["/errors-and-omissions", "/errors-and-omissions"],
  ])("%s", (value, expected) => expect(safeReturnPath(value, origin)).toBe(expected));
});

describe("anything else leads home", () => {
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
  ])("%s", (value) => expect(safeReturnPath(value, origin)).toBe("/"));
});

test("encoded slashes stay a path on this origin", () => {
  expect(safeReturnPath("/%2F%2Fevil.example", origin)).toBe("/%2F%2Fevil.example");
});
