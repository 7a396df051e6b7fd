import { Hono, type Context } from "hono";
import { createMiddleware } from "hono/factory";
import { slug } from "../../catalog/slug.ts";
import { isUserCtx, type AppEnv } from "../../context.ts";
import { readGuestCookie } from "../../http/guest-cookie.ts";
import { showCheckoutLink } from "../../checkout/open-checkout-link.ts";
import { AppError, fail } from "../../errors.ts";
import { limitAddress } from "../../http/rate-limit.ts";
import { hasSessionCookie, loadSession } from "../../http/session.ts";
import { toSignInPath } from "../../render/plain-paths.ts";
import { answerApp, answerFrame, answerPersonalPage } from "./answer-page.ts";
import {
  loadFrame,
  loadLibrary,
  loadPageOfUser,
  loadSignIn,
  type LoadPersonal,
} from "./load-personal.ts";

/**
 * Loads the session if there is a cookie of one. An address that asks too often gets the app alone, which costs nothing.
 */
const withSession = createMiddleware<AppEnv>(async (c, next) => {
  if (!hasSessionCookie(c)) return next();
  try {
    await limitAddress(c, "API_LIMIT", "page");
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return answerApp(c);
    throw error;
  }
  return loadSession(c, next);
});

/** Pages of one visitor or user, never cached. The Worker draws what it knows; the browser draws them anew. */
export const personalPageRoutes = new Hono<AppEnv>()
  .get("/signin", withSession, (c) => answerPersonalPage(c, loadSignIn))
  .get("/library", withSession, (c) => answerUser(c, loadLibrary))
  .get("/account", withSession, (c) => answerUser(c, loadFrame("account")))
  .get("/account/billing", withSession, (c) => answerUser(c, loadFrame("billing")))
  .get("/checkout/return", withSession, (c) => {
    const frame = loadFrame(c.req.query("checkout") ? "checkoutReturn" : "other");
    // Who has paid without signing in comes back here, too.
    return readGuestCookie(c) === null ? answerUser(c, frame) : answerPersonalPage(c, frame);
  })
  .get("/checkout/:id", (c) =>
    answerFrame(c, async () => {
      const id = c.req.param("id");
      if (!/^lnc_[0-9a-z]{26}$/.test(id)) throw fail("not_found", { reason: "no link's id" });
      await showCheckoutLink(c.var.ctx, { id });
    }),
  )
  // For a visitor, the next route answers with the page that is the same for all.
  .get("/read/:slug", async (c, next) => {
    const input = slug.safeParse(c.req.param("slug"));
    if (!input.success || !hasSessionCookie(c)) return next();
    return withSession(c, async () => {
      if (!isUserCtx(c.var.ctx)) {
        await next();
        // The answer takes the cookie away.
        c.header("cache-control", "private, no-store");
        return;
      }
      c.res = await answerPersonalPage(c, loadPageOfUser({ slug: input.data }));
    });
  });

/** Answers a user with a page of theirs; leads a visitor to sign in, and back. */
async function answerUser(c: Context<AppEnv>, load: LoadPersonal): Promise<Response> {
  if (isUserCtx(c.var.ctx)) return answerPersonalPage(c, load);
  const { pathname, search } = new URL(c.req.url);
  c.header("cache-control", "private, no-store");
  return c.redirect(toSignInPath(pathname + search), 303);
}
