import { describe, expect, test } from "vitest";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";

const CHUNK_BYTES = 8 * 1024;

/** A body without a length, which counts how many of its bytes were read. */
function openBody(size: number) {
  const read = { bytes: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.bytes >= size) return controller.close();
        read.bytes += CHUNK_BYTES;
        controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, read };
}

const limits: [path: string, method: string, maxBytes: number][] = [
  ["/api/auth/signin/oidc", "POST", 16 * 1024],
  ["/api/auth/callback/oidc", "POST", 16 * 1024],
  ["/api/auth/no-such-route", "POST", 16 * 1024],
  ["/api/v1/licenses/validate", "POST", 16 * 1024],
  ["/api/me/account", "PATCH", 1024 * 1024],
  ["/api/admin/products", "POST", 1024 * 1024],
  ["/api/admin/settings/logo", "PUT", 1024 * 1024],
  ["/api/no-such-route", "POST", 1024 * 1024],
  ["/api/admin/licenses", "POST", 8_000_000],
];

async function send(path: string, init: RequestInit & { headers?: Record<string, string> }) {
  const headers = { "content-type": "application/json", ...init.headers };
  return openBrowser().fetch(path, { ...init, headers });
}

describe("a body above the limit answers 413", () => {
  test.each(limits)("%s: chunked, and the rest is not read", async (path, method, maxBytes) => {
    const { stream, read } = openBody(100_000_000);
    const response = await send(path, { method, body: stream });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "too_large" });
    expect(read.bytes).toBeLessThanOrEqual(maxBytes + 4 * CHUNK_BYTES);
  });

  test.each(limits)("%s: with a Content-Length that is too low", async (path, method, maxBytes) => {
    const { stream, read } = openBody(maxBytes * 4);
    const headers = { "content-length": "10" };
    expect((await send(path, { method, body: stream, headers })).status).toBe(413);
    expect(read.bytes).toBeLessThanOrEqual(maxBytes + 4 * CHUNK_BYTES);
  });

  test.each(limits)("%s: announced, and nothing is read", async (path, method, maxBytes) => {
    const { stream, read } = openBody(maxBytes * 4);
    const headers = { "content-length": String(maxBytes * 4) };
    expect((await send(path, { method, body: stream, headers })).status).toBe(413);
    expect(read.bytes).toBe(0);
  });

  test("apps on other sites can read the answer of the license API", async () => {
    const { stream } = openBody(100_000);
    const headers = { origin: "https://app.example" };
    const response = await send("/api/v1/licenses/validate", {
      method: "POST",
      body: stream,
      headers,
    });
    expect(response.status).toBe(413);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });
});

test.each(limits)("%s accepts a body just below the limit", async (path, method, maxBytes) => {
  const { stream } = openBody(Math.floor(maxBytes / CHUNK_BYTES) * CHUNK_BYTES);
  expect((await send(path, { method, body: stream })).status).not.toBe(413);
});

describe("an upload", () => {
  test.each([
    ["/api/admin/files/fil_x/versions", "POST"],
    ["/api/admin/files/fil_x/uploads/fiv_x/parts/1", "PUT"],
    ["/api/admin/products/images", "POST"],
  ])("an upload to %s is refused for visitors before its body is read", async (path, method) => {
    const { stream, read } = openBody(100_000_000);
    expect((await send(path, { method, body: stream })).status).toBe(401);
    expect(read.bytes).toBe(0);
  });

  test("an upload of a picture of 3 MB is accepted", async () => {
    const admin = await createSignedInUser({ role: "admin" });
    const picture = new Uint8Array(3_000_000);
    picture.set(Uint8Array.from("\x89PNG\r\n\x1a\n", (letter) => letter.charCodeAt(0)));
    const response = await admin.fetch("/api/admin/products/images", {
      method: "POST",
      body: picture,
    });
    expect(response.status).toBe(201);
  });
});

describe("Stripe's webhook", () => {
  test("a webhook without a signature is refused before its body is read", async () => {
    const { stream, read } = openBody(100_000_000);
    const response = await send("/api/stripe/webhook", { method: "POST", body: stream });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "webhook_signature" });
    expect(read.bytes).toBe(0);
  });

  test("a webhook with an invalid signature is read up to 1.9 MB", async () => {
    const { stream, read } = openBody(100_000_000);
    const headers = { "stripe-signature": "t=1,v1=00" };
    const response = await send("/api/stripe/webhook", { method: "POST", body: stream, headers });
    expect(response.status).toBe(413);
    expect(read.bytes).toBeLessThan(2_000_000);
  });

  test("a webhook may be larger than other requests", async () => {
    const { stream } = openBody(1_800_000);
    const headers = { "stripe-signature": "t=1,v1=00" };
    const response = await send("/api/stripe/webhook", { method: "POST", body: stream, headers });
    expect(await response.json()).toMatchObject({ code: "webhook_signature" });
  });
});
