import { Auth } from "@auth/core";
import type { Ctx } from "../../context.ts";
import { createAuthConfig } from "./auth-config.ts";
import { authCookies, filterCookies } from "./cookies.ts";

/**
 * Returns the token that a form sends to `/api/auth`, as the library gives it to the pages with scripts.
 * @param cookieHeader of the browser, which keeps a token that it already has
 * @returns `cookies` are lines for `Set-Cookie`: the form works only together with them
 */
export async function issueCsrfToken(
  ctx: Ctx,
  cookieHeader: string,
): Promise<{ csrfToken: string; cookies: string[] }> {
  const { origin } = ctx.config;
  const { csrfToken } = authCookies(origin);
  const config = await createAuthConfig(ctx, {
    device: { userAgent: null, country: null },
    network: null,
  });
  const request = new Request(`${origin}/api/auth/csrf`, {
    headers: { cookie: filterCookies(cookieHeader, [csrfToken.name]) },
  });
  const response = await Auth(request, { ...config, basePath: "/api/auth" });
  const body = await response.json<{ csrfToken: string }>();
  return {
    csrfToken: body.csrfToken,
    cookies: response.headers
      .getSetCookie()
      .filter((cookie) => cookie.startsWith(`${csrfToken.name}=`)),
  };
}
