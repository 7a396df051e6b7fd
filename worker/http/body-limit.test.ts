import { describe, expect, test, vi } from "vitest";
import { MINUTE } from "../lib/time.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { openSocket, writeRequest } from "../testing/clients/raw-http.ts";
import { createSignedInUser, openBrowser, ORIGIN } from "../testing/clients/sign-in.ts";
import { createFileProduct } from "../testing/fixtures/downloads.ts";
import { openTestShop, signWebhook } from "../testing/shop.ts";

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
];

async function send(
  path: string,
  init: RequestInit & { headers?: Record<string, string> },
  browser = openBrowser(),
) {
  const headers = { "content-type": "application/json", ...init.headers };
  return browser.fetch(path, { ...init, headers });
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
    // HTTP ends such a body, as the next test shows. What the API reads as text is read to its end if a test makes it.
    const mostBytes = path.startsWith("/api/v1/") ? maxBytes * 4 : maxBytes + 4 * CHUNK_BYTES;
    expect(read.bytes).toBeLessThanOrEqual(mostBytes);
  });

  test.each(["/api/v1/licenses/validate", "/api/v1/licenses/activate", "/api/stripe/webhook"])(
    "%s: HTTP ends a body at its announced length, and one with two lengths is counted",
    async (path) => {
      const sendBytes = openSocket(openTestShop().env);
      const head = [
        "Content-Type: application/json",
        "Stripe-Signature: t=1,v1=00",
        "Content-Length: 10",
      ];
      const body = JSON.stringify(" ".repeat(2_000_000));
      const short = await sendBytes(writeRequest("POST", path, head, body));
      expect([400, 422]).toContain(short.status);
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const readWhole = vi.spyOn(Request.prototype, "text");
      for (const encoding of ["chunked", "gzip, chunked"]) {
        const lines = [...head, `Transfer-Encoding: ${encoding}`];
        const both = await sendBytes(writeRequest("POST", path, lines, chunk));
        expect([both.status, readWhole.mock.calls]).toEqual([413, []]);
      }
    },
  );

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

describe("license keys to import", () => {
  test("a body of 8 MB is read from admins, and no larger one", async () => {
    const admin = await createSignedInUser({ role: "admin" });
    for (const path of ["/api/admin/licenses", "/api/admin/licenses/preview"]) {
      const [good, large] = [openBody(7_990_000), openBody(100_000_000)];
      expect((await send(path, { method: "POST", body: good.stream }, admin)).status).toBe(422);
      expect((await send(path, { method: "POST", body: large.stream }, admin)).status).toBe(413);
      expect(large.read.bytes).toBeLessThanOrEqual(8_000_000 + 4 * CHUNK_BYTES);
    }
  });

  test("nothing of a body is read from those who may not import", async () => {
    const support = await createSignedInUser({ role: "support" });
    for (const [browser, status] of [
      [openBrowser(), 401],
      [support, 404],
    ] as const) {
      const { stream, read } = openBody(7_990_000);
      const response = await send("/api/admin/licenses", { method: "POST", body: stream }, browser);
      expect([response.status, read.bytes]).toEqual([status, 0]);
    }
  });
});

describe("the body of a GET or HEAD", () => {
  test("a request to read is answered the same with a body, which is not read", async () => {
    const shop = openTestShop();
    const sendBytes = openSocket(shop.env);
    const { secret } = await createApiClient(shop);
    for (const path of [
      "/",
      "/api/health",
      "/api/shop",
      "/api/me",
      "/api/admin/products",
      "/api/auth/session",
      "/api/v1/products",
      "/api/v1/licenses/validate",
      "/.well-known/jwks.json",
      "/sitemap.xml",
      "/nothing-here",
    ])
      for (const method of ["GET", "HEAD"]) {
        const key = `Authorization: Bearer ${secret}`;
        const without = await sendBytes(writeRequest(method, path, [key]));
        for (const length of ["Content-Length: 2", "Transfer-Encoding: chunked"]) {
          const body = length.endsWith("chunked") ? "2\r\n{}\r\n0\r\n\r\n" : "{}";
          const type = "Content-Type: application/x-www-form-urlencoded";
          const { status } = await sendBytes(writeRequest(method, path, [key, type, length], body));
          expect([method, path, length, status]).toEqual([method, path, length, without.status]);
        }
        expect(without.status).toBeLessThan(500);
      }
  });
});

test.each([
  ["POST", "/api/admin/gifts"],
  ["POST", "/api/admin/licenses"],
  ["POST", "/api/admin/products/images"],
  ["POST", "/api/admin/products/samples"],
  ["POST", "/api/admin/files/$FILE/versions?fileName=a.txt&size=1000"],
  ["PUT", "/api/admin/settings/logo"],
  ["POST", "/api/v1/gifts"],
  ["POST", "/plain/emails/off?token=x"],
  ["POST", "/api/auth/signin/oidc"],
])("a body that breaks off is not an error of the shop: %s %s", async (method, path) => {
  const shop = openTestShop();
  const sendBytes = openSocket(shop.env);
  const owner = await createSignedInUser({ role: "owner", env: shop.env });
  const { secret } = await createApiClient(shop);
  const { fileId } = await createFileProduct(shop);
  const head = [
    `Origin: ${ORIGIN}`,
    `Cookie: ${owner.cookie()}`,
    `Authorization: Bearer ${secret}`,
    "Content-Type: application/json",
  ];
  for (const [framing, body] of [
    ["Content-Length: 1000", '{"a":'],
    ["Transfer-Encoding: chunked", 'ff\r\n{"a":'],
    ["Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n"],
  ] as const) {
    const answer = await sendBytes(
      writeRequest(method, path.replace("$FILE", fileId), [...head, framing], body),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
});

describe("an upload", () => {
  test.each([
    ["/api/admin/files/fil_x/versions", "POST"],
    ["/api/admin/files/fil_x/uploads/fiv_x/parts/1", "PUT"],
    ["/api/admin/products/images", "POST"],
    ["/api/admin/products/samples", "POST"],
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

  test("too many forged webhooks of an address are refused for a minute without being read", async () => {
    const shop = openTestShop();
    const browser = openBrowser({ env: shop.env });
    const forge = (body: BodyInit) =>
      browser.fetch("/api/stripe/webhook", {
        method: "POST",
        headers: { "stripe-signature": "t=1,v1=00" },
        body,
      });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    let answer = await forge("{}");
    for (let sent = 1; answer.status === 400 && sent < 1000; sent++) answer = await forge("{}");
    const { stream, read } = openBody(1_800_000);
    answer = await forge(stream);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(read.bytes).toBe(0);
    // Others are not refused, and nor is the address after a minute.
    expect((await openBrowser().fetch("/api/stripe/webhook", { method: "POST" })).status).toBe(400);
    vi.setSystemTime(Date.now() + MINUTE);
    expect((await forge("{}")).status).toBe(400);
  });

  test("good webhooks of an address are not counted", async () => {
    const shop = openTestShop();
    const counted: unknown[] = [];
    const limiter = { limit: async (input: object) => (counted.push(input), { success: true }) };
    Object.assign(shop.env, { SIGN_IN_LIMIT: limiter, API_LIMIT: limiter });
    await shop.createPublishedProduct({});
    const [event] = await shop.events();
    const payload = JSON.stringify(event);
    const response = await openBrowser({ env: shop.env }).fetch("/api/stripe/webhook", {
      method: "POST",
      headers: { "stripe-signature": await signWebhook(payload) },
      body: payload,
    });
    expect([response.status, counted]).toEqual([200, []]);
  });

  test("a webhook may be larger than other requests", async () => {
    const { stream } = openBody(1_800_000);
    const headers = { "stripe-signature": "t=1,v1=00" };
    const response = await send("/api/stripe/webhook", { method: "POST", body: stream, headers });
    expect(await response.json()).toMatchObject({ code: "webhook_signature" });
  });
});
