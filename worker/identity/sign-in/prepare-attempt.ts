import { createMiddleware } from "hono/factory";
import { rateLimitKey } from "../../lib/rate-limit-key.ts";
import type { SignInAppEnv } from "./sign-in-attempt.ts";
import { toJsonPostRequest } from "./auth-request.ts";
import { authCookies, filterCookies, sessionCookieName } from "./cookies.ts";

const USER_AGENT_LENGTH = 300;
const formContentType = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const multipartContentType = /^multipart\/form-data\s*(;|$)/i;

/**
 * Limits what the library can see. At a callback it must not see the session: it would silently link the returning
 * identity to the signed-in user.
 */
export const prepareAttempt = createMiddleware<SignInAppEnv>(async (c, next) => {
  const { origin } = c.var.ctx.config;
  const header = c.req.header("cookie") ?? "";
  const address = c.req.header("cf-connecting-ip");
  c.set("attempt", {
    device: {
      userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_LENGTH) ?? null,
      country: readCountry(c.req.raw),
    },
    network: address === undefined ? null : rateLimitKey(address),
  });

  const names = Object.values(authCookies(origin)).map(({ name }) => name);
  // Uses Hono's decoded path, like the router, so that another spelling of the path can't get around this check.
  const isCallback = c.req.path.startsWith("/api/auth/callback/");
  const visibleCookies = isCallback
    ? names.filter((name) => name !== sessionCookieName(origin))
    : names;
  const headers = new Headers(c.req.raw.headers);
  headers.set("cookie", filterCookies(header, visibleCookies));
  // The library ignores such a body, but its middleware copies it, and workerd logs a warning for that.
  if (multipartContentType.test(headers.get("content-type") ?? ""))
    headers.set("content-type", "application/octet-stream");
  c.req.raw = await convertFormToJson(new Request(c.req.raw, { headers }));
  await next();
});

/**
 * Converts a form to JSON, which the library also accepts. The library would read the form as text, and workerd logs a
 * warning for that. The bytes are decoded as UTF-8, even if the content type names another charset.
 */
async function convertFormToJson(request: Request): Promise<Request> {
  const isForm = formContentType.test(request.headers.get("content-type") ?? "");
  if (request.method !== "POST" || !isForm) return request;
  const text = new TextDecoder().decode(await request.arrayBuffer());
  return toJsonPostRequest(request, request.url, Object.fromEntries(new URLSearchParams(text)));
}

function readCountry(request: Request): string | null {
  const country = request.cf?.country;
  return typeof country === "string" ? country : null;
}
