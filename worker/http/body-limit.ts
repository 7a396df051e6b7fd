import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv, UserEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { readAtMost } from "../lib/read-at-most.ts";
import { MAX_LOGO_BYTES } from "../settings/logo.ts";

/** The largest body in bytes, if no rule below applies. */
const DEFAULT_BYTES = 1024 * 1024;

/**
 * The first rule that matches a path applies. Bodies that are read `later` are not limited here: their routes are for
 * admins, and read nothing of anybody else. They never hold a body in memory, and compare the number of bytes with what
 * was announced; or they have a limit of their own, by `limitBodyTo`.
 */
const rules: [path: RegExp, maxBytes: number | "later"][] = [
  [/^\/api\/auth(\/|$)/, 16 * 1024],
  [/^\/api\/v1\/licenses(\/|$)/, 16 * 1024],
  // Events with many lines are large. D1 stores at most 2 MB in one row.
  [/^\/api\/stripe\/webhook$/, 1_900_000],
  [/^\/api\/admin\/files\/[^/]+\/versions$/, "later"],
  [/^\/api\/admin\/files\/[^/]+\/uploads\/[^/]+\/parts\/[^/]+$/, "later"],
  [/^\/api\/admin\/products\/images$/, "later"],
  [/^\/api\/admin\/settings\/logo$/, MAX_LOGO_BYTES],
  [/^\/api\/admin\/licenses(\/preview)?$/, "later"],
];

/**
 * Limits the body of every request, before anything else reads it. That of a GET or HEAD means nothing, and is dropped
 * unread: a client may send one, though no `Request` can be made with it.
 * @throws `too_large`
 */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  const maxBytes = findMaxBytes(c.req.path);
  if (raw.method === "GET" || raw.method === "HEAD") {
    if (raw.body) c.req.raw = new Request(raw, { body: null });
  } else if (maxBytes !== "later") await readBody(c, maxBytes);
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

function findMaxBytes(path: string): number | "later" {
  return rules.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT_BYTES;
}
