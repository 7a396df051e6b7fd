import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { fail } from "../../errors.ts";
import type { SignInAppEnv } from "./sign-in-attempt.ts";
import { cleanEmail } from "./claims.ts";
import { toJsonPostRequest } from "./auth-request.ts";

const emailAddress = z.string().transform((text, check) => {
  const email = cleanEmail(text);
  if (email !== null) return email;
  check.addIssue({ code: "custom", message: "is not an email address" });
  return z.NEVER;
});

const emailRequestBody = z.looseObject({
  email: emailAddress,
  callbackUrl: z.string().max(2048).optional(),
});
const emailCallbackBody = z.strictObject({
  token: z.string().min(1).max(100),
  email: emailAddress,
  callbackUrl: z.string().max(2048).default("/"),
});
/** A sign-in link as text. Where no script can read what follows its `#`, the user pastes all of it. */
const pastedLink = z.strictObject({ link: z.string().max(4096) });

// Both functions read the raw request: Hono caches what `c.req.json()` returned and would pass the old body to the
// library.

/** Normalizes the email of `POST /signin/email`, and names it to the page that says where the link was sent. */
export const prepareEmailRequest = createMiddleware<SignInAppEnv>(async (c, next) => {
  const body = parseBody(emailRequestBody, await c.req.raw.json().catch(() => null));
  c.req.raw = toJsonPostRequest(c.req.raw, c.req.url, body);
  await next();
  const { email, callbackUrl = "/" } = body;
  c.res = await addAddress(c.res, { email, callbackUrl });
});

/**
 * Puts the address behind the `#` of where the library's answer leads: no log and no request has it there. A form is
 * redirected, a script gets the URL in the body.
 */
async function addAddress(answer: Response, sent: Record<string, string>): Promise<Response> {
  const hash = `#${new URLSearchParams(sent)}`;
  const url = answer.headers.get("location");
  if (url === null || !isVerifyRequest(url)) return answer;
  answer.headers.set("location", url + hash);
  return answer.status === 200 ? Response.json({ url: url + hash }, answer) : answer;
}

const isVerifyRequest = (url: string) => /\/verify-request(\?|$)/.test(url);

/**
 * Handles `POST /callback/email` from the page with the button, or with the field for the link. Token and email come in
 * the body, which isn't logged, and are moved to where the library expects them.
 */
export const prepareEmailCallback = createMiddleware<SignInAppEnv>(async (c, next) => {
  const body: unknown = await c.req.raw.json().catch(() => null);
  const pasted = pastedLink.safeParse(body).data;
  const { token, email, callbackUrl } = parseBody(
    emailCallbackBody,
    pasted ? readSecrets(pasted.link, c.var.ctx.config.origin) : body,
  );
  const url = new URL(c.req.url);
  url.search = new URLSearchParams({ token, email }).toString();
  c.req.raw = toJsonPostRequest(c.req.raw, url.href, { callbackUrl });
  await next();
});

/** Returns what follows the `#` of a sign-in link of this shop; null for any other text. */
function readSecrets(link: string, origin: string): Record<string, string> | null {
  const url = URL.parse(link.trim());
  if (url?.origin !== origin || url.pathname !== "/verify-request") return null;
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw fail("invalid_input", {
    reason: "email sign-in refused",
    fields: result.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
  });
}
