import { expect, test } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- the test compares it with the Worker's headers
import assetHeaders from "../../frontend/public/_headers?raw";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";
import { securityHeaders } from "./headers.ts";

/** Returns the headers for `/*` in Cloudflare's `_headers` format. */
function rulesForAll(file: string): Record<string, string> {
  const block = /^\/\*\n((?:[ \t]+.+\n?)+)/m.exec(file)?.[1] ?? "";
  const lines = block.trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.trim().split(": ");
      return [name.toLowerCase(), value.join(": ")];
    }),
  );
}

test("assets have the same security headers as the Worker's responses", () => {
  expect(rulesForAll(assetHeaders)).toEqual(securityHeaders);
});

test.each([
  "/api/shop",
  "/api/me",
  "/api/nothing",
  "/api/auth/csrf",
  "/api/auth/signin",
  "/.well-known/nothing",
])("every answer of the Worker carries them: %s", async (path) => {
  const response = await openBrowser().fetch(path);
  for (const [name, value] of Object.entries(securityHeaders))
    expect(response.headers.get(name)).toBe(value);
});

test("the content security policy forbids inline scripts, inline styles and framing", () => {
  const policy = securityHeaders["content-security-policy"];
  expect(policy).not.toMatch(/unsafe|data:|\*/);
  for (const rule of [
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
});

test("responses with personal data are not cached", async () => {
  expect((await (await createSignedInUser()).fetch("/api/me")).headers.get("cache-control")).toBe(
    "no-store",
  );
});
