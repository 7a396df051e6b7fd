import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { fail } from "../../errors.ts";
import type { SignInEnv } from "./sign-in-attempt.ts";
import { cleanEmail } from "./claims.ts";
import { withBody } from "./auth-request.ts";

const address = z.string().transform((text, check) => {
  const email = cleanEmail(text);
  if (email !== null) return email;
  check.addIssue({ code: "custom", message: "is not an email address" });
  return z.NEVER;
});

const request = z.looseObject({ email: address });
const opening = z.strictObject({
  token: z.string().min(1).max(100),
  email: address,
  callbackUrl: z.string().max(2048).default("/"),
});

// Both read the raw request: Hono remembers what `c.req.json()` read, and would hand that to the library instead.

/** `POST /signin/email`: the address in the one form it is kept in. */
export const requestEmailLink = createMiddleware<SignInEnv>(async (c, next) => {
  const body = parse(request, await c.req.raw.json().catch(() => null));
  c.req.raw = withBody(c.req.raw, c.req.url, body);
  await next();
});

/**
 * `POST /callback/email` from the page with the button: token and address come in the body, which no log keeps, and
 * are handed to the library where it looks for them.
 */
export const openEmailLink = createMiddleware<SignInEnv>(async (c, next) => {
  const { token, email, callbackUrl } = parse(opening, await c.req.raw.json().catch(() => null));
  const url = new URL(c.req.url);
  url.search = new URLSearchParams({ token, email }).toString();
  c.req.raw = withBody(c.req.raw, url.href, { callbackUrl });
  await next();
});

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw fail("invalid_input", {
    reason: "email sign-in refused",
    fields: result.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
  });
}
