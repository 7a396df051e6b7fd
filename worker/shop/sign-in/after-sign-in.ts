import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { AppError } from "../../errors.ts";
import { clearGuestCookie, readGuestCookie } from "../../http/guest-cookie.ts";
import { takePurchases } from "../../guests/take-purchases.ts";
import { claimWaitingGifts } from "../../gifts/claim-gift.ts";
import { commit } from "../../db/client.ts";
import { createMiddleware } from "hono/factory";
import { findUserLocale, updateLocale } from "../../identity/store-profile.ts";
import { isFirstHour } from "../../setup/read-setup.ts";
import { isLocale, matchLocale } from "../../shared/locales.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { readLanguages } from "../../settings/languages.ts";
import { setLocaleCookie } from "../../http/locale-cookie.ts";

/**
 * After a sign-in, claims the gifts that wait for the user, before the browser is redirected to its page. If that
 * fails, the user is signed in anyway, and the gifts wait for the next sign-in.
 */
export const claimGiftsAfterSignIn = createMiddleware<SignInAppEnv>(async (c, next) => {
  await next();
  const { signedIn } = c.var.attempt;
  if (!signedIn) return;
  const ctx = { ...c.var.ctx, actor: { type: "system", job: "sign-in" } as const };
  await claimWaitingGifts(ctx, signedIn).catch((error: unknown) =>
    logEvent(
      "error",
      "gift.not_claimed",
      { user: signedIn.userId, error: summarizeError(error) },
      ctx,
    ),
  );
});

/**
 * After a sign-in, the user takes what they bought in this browser before it. Runs before the other steps. If that
 * fails, they are signed in anyway: the page after the payment and the link in the email try it again.
 */
export const takePurchasesAfterSignIn = createMiddleware<SignInAppEnv>(async (c, next) => {
  // Before the library's own cookies alone are left.
  const guestId = readGuestCookie(c);
  await next();
  const signedIn = (c.var as Partial<SignInAppEnv["Variables"]>).attempt?.signedIn;
  if (guestId === null || !signedIn) return;
  const { userId } = signedIn;
  const actor = { type: "user", userId, role: "buyer", sessionId: "", authenticatedAt: 0 } as const;
  try {
    await takePurchases({ ...c.var.ctx, actor }, { guestId });
    clearGuestCookie(c);
  } catch (error) {
    if (error instanceof AppError && error.code !== "customer_busy") return;
    logEvent(
      "error",
      "purchase.not_taken",
      { user: userId, error: summarizeError(error) },
      c.var.ctx,
    );
  }
});

/**
 * After a sign-in, the browser shows the language that the user has chosen before. Without one, the language of the
 * page is stored, so that emails are in it. If that fails, the user is signed in anyway.
 */
export const keepLocaleAfterSignIn = createMiddleware<SignInAppEnv>(async (c, next) => {
  await next();
  const { ctx, attempt } = c.var;
  if (!attempt.signedIn) return;
  const { userId } = attempt.signedIn;
  try {
    const [stored, { offered }] = await Promise.all([
      findUserLocale(ctx.db, userId),
      readLanguages(ctx),
    ]);
    const known = stored === null ? undefined : matchLocale([stored], offered);
    if (known) setLocaleCookie(c, known);
    else if (isLocale(ctx.locale)) await commit(ctx.db, [updateLocale(ctx.db, userId, ctx.locale)]);
  } catch (error) {
    logEvent(
      "error",
      "account.locale_not_kept",
      { user: userId, error: summarizeError(error) },
      ctx,
    );
  }
});

const SETUP_PATH = "/admin/setup";

/**
 * Leads an owner of a shop that has sold nothing yet to the checklist after signing in, but only if no other page was
 * asked for: without one, a sign-in leads to the front page. If the checklist cannot be read, the sign-in continues.
 */
export const leadOwnerToSetup = createMiddleware<SignInAppEnv>(async (c, next) => {
  await next();
  const { signedIn } = c.var.attempt;
  if (!signedIn) return;
  const { origin } = c.var.ctx.config;
  const isHome = (url: string | null) => url === "/" || url === origin || url === `${origin}/`;
  // The library also sets it on an answer whose body has the URL, for a page that redirects with a script.
  if (!isHome(c.res.headers.get("location"))) return;
  const leads = await isFirstHour(c.var.ctx, signedIn).catch((error: unknown) => {
    logEvent("error", "setup.not_read", { error: summarizeError(error) }, c.var.ctx);
    return false;
  });
  if (!leads) return;
  const url = `${origin}${SETUP_PATH}`;
  if (c.req.header("x-auth-return-redirect")) c.res = Response.json({ url });
  c.header("location", url);
});
