import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv, UserEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { readAtMost } from "../lib/read-at-most.ts";
import { MAX_LOGO_BYTES } from "../settings/logo.ts";

/** The largest body in bytes, if no rule below applies. */
const DEFAULT_BYTES = 1024 * 1024;

/** Of the calls that apps on their users' devices send. */
export const LICENSE_CALL_BYTES = 16 * 1024;

/** Events with many lines are large. D1 stores at most 2 MB in one row. */
export const WEBHOOK_BYTES = 1_900_000;

/**
 * The first rule that matches a path applies. Bodies that are read `later` are not limited here: their routes are for
 * admins, and read nothing of anybody else. They never hold a body in memory, and compare the number of bytes with what
 * was announced; or they have a limit of their own, by `limitBodyTo`.
 */
const rules: [path: RegExp, maxBytes: number | "later"][] = [
  [/^\/api\/auth(\/|$)/, 16 * 1024],
  [/^\/api\/v1\/licenses(\/|$)/, LICENSE_CALL_BYTES],
  [/^\/api\/stripe\/webhook$/, WEBHOOK_BYTES],
  [/^\/api\/email\/events$/, 64 * 1024],
  [/^\/api\/admin\/files\/[^/]+\/versions$/, "later"],
  [/^\/api\/admin\/files\/[^/]+\/uploads\/[^/]+\/parts\/[^/]+$/, "later"],
  [/^\/api\/admin\/products\/(images|samples)$/, "later"],
  [/^\/api\/admin\/settings\/logo$/, MAX_LOGO_BYTES],
  [/^\/api\/admin\/licenses(\/preview)?$/, "later"],
];

/**
 * Limits the body of every request, before anything else reads it. That of a GET or HEAD means nothing, and is dropped
 * unread: a client may send one, though no `Request` can be made with it.
 * @throws `too_large`
 */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
  const { raw, path } = c.req;
  if (raw.method === "GET" || raw.method === "HEAD") {
    if (raw.body) c.req.raw = new Request(raw, { body: null });
    return next();
  }
  const maxBytes = findMaxBytes(path);
  if (maxBytes !== "later") {
    const text = isReadAsText(path) ? readText(raw, maxBytes) : undefined;
    if (text) {
      await text;
      // Hono keeps promises there, unlike its type says.
      c.req.bodyCache.text = text as unknown as string;
    } else await readBody(c, maxBytes);
  }
  await next();
});

/** Limits the body of a route that `limitBody` leaves alone. Use behind `requireRole`. @throws `too_large` */
export const limitBodyTo = (maxBytes: number) =>
  createMiddleware<UserEnv>(async (c, next) => {
    await readBody(c, maxBytes);
    await next();
  });

/**
 * The bytes are counted, so a missing or wrong `Content-Length` doesn't help; a `Content-Length` above the limit is
 * refused without reading anything.
 */
async function readBody({ req }: Context, maxBytes: number): Promise<void> {
  const { raw } = req;
  if (raw.body === null) return;
  if (Number(raw.headers.get("content-length")) > maxBytes) throw fail("too_large");
  const bytes = await readAtMost(raw.body, maxBytes).catch((cause: unknown) => {
    throw fail("invalid_input", { reason: "the body broke off", cause });
  });
  if (!bytes) throw fail("too_large");
  // Type and headers stay; the body can be read again.
  req.raw = new Request(raw, { method: raw.method, body: bytes });
}

/** Paths whose routes read a body only as text or as JSON, from Hono's cache. */
function isReadAsText(path: string): boolean {
  return path === "/api/stripe/webhook" || path.startsWith("/api/v1/");
}

/** Bodies that were read, so that whoever asks again gets the same. */
const texts = new WeakMap<Request, Promise<string>>();

/**
 * Reads a body whose length was announced, as text. That is five times as fast as reading a stream and making another
 * request of it. HTTP ends a body at its announced length, so no more is read than `maxBytes`.
 * @returns undefined if no length was announced, or a larger one: then nothing is read
 * @throws `invalid_input`; `too_large` for a body made in this process that is longer than announced
 */
export function readText(request: Request, maxBytes: number): Promise<string> | undefined {
  const known = texts.get(request);
  if (known) return known;
  const { headers } = request;
  const length = headers.get("content-length");
  // In pieces, a body may be longer than a length beside it says.
  if (!length || !(Number(length) <= maxBytes) || headers.has("transfer-encoding"))
    return undefined;
  const text = request.text().then(
    (read) => {
      if (read.length > maxBytes) throw fail("too_large");
      return read;
    },
    (cause: unknown) => {
      throw fail("invalid_input", { reason: "the body broke off", cause });
    },
  );
  texts.set(request, text);
  return text;
}

function findMaxBytes(path: string): number | "later" {
  return rules.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT_BYTES;
}
