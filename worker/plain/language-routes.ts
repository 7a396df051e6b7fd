import { Hono, type Context } from "hono";
import { z } from "zod";
import { isUserCtx, type AppEnv } from "../context.ts";
import { fail } from "../errors.ts";
import { hasPseudoLocale } from "../http/choose-locale.ts";
import { setLocaleCookie } from "../http/locale-cookie.ts";
import { validate } from "../http/validate.ts";
import { safePage } from "../identity/sign-in/safe-redirect.ts";
import { consoleLocales, isLocale, LOCALE_PARAM, pseudoLocale } from "../shared/locales.ts";
import { readLanguages } from "../settings/languages.ts";
import { chooseLanguage } from "../account/change-profile.ts";

/** `path`: the page to return to if the browser does not say which page the form was on. */
const languageForm = z.object({
  locale: z.string().max(35),
  path: z.string().max(2048).optional(),
});

/** `POST /plain/language`: the form at the foot of each page, which keeps the choice and returns to the page. */
export const languageRoutes = new Hono<AppEnv>().post(
  "/language",
  validate("form", languageForm),
  async (c) => {
    const { locale, path } = c.req.valid("form");
    const { ctx } = c.var;
    const { offered } = await readLanguages(ctx);
    // The console has languages of its own.
    const choices = [...offered, ...consoleLocales];
    if (isLocale(locale) && choices.includes(locale)) {
      if (isUserCtx(ctx)) await chooseLanguage(ctx, { locale });
      setLocaleCookie(c, locale);
    } else if (locale === pseudoLocale && hasPseudoLocale(ctx)) setLocaleCookie(c, pseudoLocale);
    else throw fail("invalid_input", { reason: "the shop has no such language" });
    return c.redirect(findReturnUrl(c, path), 303);
  },
);

/** Returns the page that the form was on, with its query, but without a language that its URL asks for. */
function findReturnUrl(c: Context<AppEnv>, path = "/"): string {
  const { origin } = c.var.ctx.config;
  const referer = c.req.header("referer");
  const url = new URL(safePage(referer?.startsWith(`${origin}/`) ? referer : path, origin));
  url.searchParams.delete(LOCALE_PARAM);
  return url.href;
}
