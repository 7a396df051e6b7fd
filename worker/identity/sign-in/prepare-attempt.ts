import { createMiddleware } from "hono/factory";
import type { SignInEnv } from "./sign-in-attempt.ts";
import { withBody } from "./auth-request.ts";
import { authCookies, knownCookies, sessionCookieName } from "./cookies.ts";

const USER_AGENT_LENGTH = 300;

/**
 * Decides what the library gets to see. At a callback never the session: with one it would silently link whoever comes
 * back to whoever is signed in.
 */
export const prepareAttempt = createMiddleware<SignInEnv>(async (c, next) => {
  const { origin } = c.var.ctx.config;
  const header = c.req.header("cookie") ?? "";
  c.set("attempt", {
    device: {
      userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_LENGTH) ?? null,
      country: countryOf(c.req.raw),
    },
  });

  const names = Object.values(authCookies(origin)).map(({ name }) => name);
  // As Hono reads the path, decoded: what routes by it must not be fooled by another spelling.
  const isCallback = c.req.path.startsWith("/api/auth/callback/");
  const visible = isCallback ? names.filter((name) => name !== sessionCookieName(origin)) : names;
  const headers = new Headers(c.req.raw.headers);
  headers.set("cookie", knownCookies(header, visible));
  c.req.raw = await withJsonBody(new Request(c.req.raw, { headers }));
  await next();
});

/** A form as JSON, which the library takes as well: workerd warns about every form that is read as text, as it would. */
async function withJsonBody(request: Request): Promise<Request> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return request;
  return withBody(request, request.url, Object.fromEntries(await request.formData()));
}

function countryOf(request: Request): string | null {
  const country = request.cf?.country;
  return typeof country === "string" ? country : null;
}
