import { createMiddleware } from "hono/factory";
import { commit } from "../../db/client.ts";
import { setLocaleCookie } from "../../http/locale-cookie.ts";
import type { SignInAppEnv } from "../../identity/sign-in/sign-in-attempt.ts";
import { findUserLocale, updateLocale } from "../../identity/store-language.ts";
import { isLocale, matchLocale } from "../../lib/locales.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { readLanguages } from "../../settings/languages.ts";

/**
 * After a sign-in, the browser goes on in the language that the user has once chosen. Without one, the language of the
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
    logEvent("error", "locale_not_kept", { user: userId, error: summarizeError(error) });
  }
});
