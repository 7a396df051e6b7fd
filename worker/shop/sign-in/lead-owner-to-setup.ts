import { createMiddleware } from "hono/factory";
import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { isFirstHour } from "../../setup/read-setup.ts";

const SETUP_PATH = "/admin/setup";

/**
 * Leads an owner of a shop that has sold nothing yet to the checklist after signing in, but only if no other page was
 * asked for: the front page is where a sign-in leads by itself. If the checklist cannot be read, the sign-in goes on.
 */
export const leadOwnerToSetup = createMiddleware<SignInAppEnv>(async (c, next) => {
  await next();
  const { signedIn } = c.var.attempt;
  if (!signedIn) return;
  const { origin } = c.var.ctx.config;
  const isHome = (url: string | null) => url === "/" || url === origin || url === `${origin}/`;
  // The library also sets it on an answer whose body has the URL, for a page that goes there by itself.
  if (!isHome(c.res.headers.get("location"))) return;
  const leads = await isFirstHour(c.var.ctx, signedIn).catch((error: unknown) => {
    logEvent("error", "setup_not_read", { error: summarizeError(error) });
    return false;
  });
  if (!leads) return;
  const url = `${origin}${SETUP_PATH}`;
  if (c.req.header("x-auth-return-redirect")) c.res = Response.json({ url });
  c.header("location", url);
});
