import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { readAtMost } from "../lib/read-at-most.ts";
import { MAX_LOGO_BYTES } from "../settings/logo.ts";

/** The largest body in bytes, if no rule below applies. */
const DEFAULT_BYTES = 1024 * 1024;

/**
 * The first rule that matches a path applies. `streamed` bodies are not limited here: their routes are for admins,
 * never hold a body in memory, and compare the number of bytes with what was announced.
 */
const rules: [path: RegExp, maxBytes: number | "streamed"][] = [
  [/^\/api\/auth(\/|$)/, 16 * 1024],
  [/^\/api\/v1\/licenses(\/|$)/, 16 * 1024],
  // Events with many lines are large. D1 stores at most 2 MB in one row.
  [/^\/api\/stripe\/webhook$/, 1_900_000],
  [/^\/api\/admin\/files\/[^/]+\/versions$/, "streamed"],
  [/^\/api\/admin\/files\/[^/]+\/uploads\/[^/]+\/parts\/[^/]+$/, "streamed"],
  [/^\/api\/admin\/products\/images$/, "streamed"],
  [/^\/api\/admin\/settings\/logo$/, MAX_LOGO_BYTES],
  // Enough for 10,000 keys with JSON escapes.
  [/^\/api\/admin\/licenses(\/preview)?$/, 8_000_000],
];

/**
 * Limits the body of every request, before anything else reads it. The bytes are counted, so a missing or wrong
 * `Content-Length` doesn't help; a `Content-Length` above the limit is refused without reading anything.
 * @throws `too_large`
 */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  const maxBytes = findMaxBytes(c.req.path);
  if (raw.body === null || maxBytes === "streamed") return next();
  if (Number(raw.headers.get("content-length")) > maxBytes) throw fail("too_large");
  const bytes = await readAtMost(raw.body, maxBytes);
  if (!bytes) throw fail("too_large");
  // Type and headers stay; the body can be read again.
  c.req.raw = new Request(raw, { method: raw.method, body: bytes });
  await next();
});

function findMaxBytes(path: string): number | "streamed" {
  return rules.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT_BYTES;
}
