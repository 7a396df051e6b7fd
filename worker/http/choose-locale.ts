import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { parseAccept } from "hono/utils/accept";
import type { AppEnv, Ctx } from "../context.ts";
import {
  LOCALE_HEADER,
  LOCALE_PARAM,
  matchLocale,
  pseudoLocale,
  sourceLocale,
  toConsoleLocale,
  type AnyLocale,
} from "../shared/locales.ts";
import {
  getDefaultLanguages,
  readLanguages,
  type LanguageSettings,
} from "../settings/languages.ts";
import { toTextLanguage } from "../settings/text-language.ts";
import { readLocaleCookie } from "./locale-cookie.ts";

/** What a public answer depends on, besides its URL. */
export const LOCALE_VARY = `Cookie, Accept-Language, ${LOCALE_HEADER}`;

/** The API of the console, what other programs read, and files. Their answers are in English. */
const englishPaths =
  /^\/(?:assets|api\/(?:admin|v1|stripe|health)|\.well-known)(?:\/|$)|\.(?:md|txt|xml|webmanifest|ico|png|css)$/;

/** The console and its previews. */
const consolePaths = /^\/(?:admin|preview)(?:\/|$)/;

/**
 * Sets `ctx.locale`, the language of the answer, and `ctx.texts`, the language of the seller's texts. The first of
 * these that names a language that the seller offers decides: the page that asks (a header of the app), the URL
 * (`?lang=de`), the user's choice (a cookie), and the browser (`Accept-Language`). Otherwise it is the seller's default.
 * It reads no session: a user's stored choice is put into the cookie when they sign in (decision 57). The console's pages
 * follow only the cookie, among the console's own languages, and show the seller's texts as they were written (decision
 * 110).
 */
export const answerInLocale = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx } = c.var;
  if (englishPaths.test(c.req.path)) return next();
  if (consolePaths.test(c.req.path)) {
    const locale = toConsoleLocale(readLocaleCookie(ctx, c.req.header("cookie") ?? ""));
    c.set("ctx", { ...ctx, locale });
  } else {
    // What the answer itself reads reports the failure.
    const languages = await readLanguages(ctx).catch(getDefaultLanguages);
    const locale = chooseLocale(c, languages);
    const texts = toTextLanguage(locale, languages);
    if (locale !== sourceLocale || texts) c.set("ctx", { ...ctx, locale, texts });
  }
  await next();
});

function chooseLocale(c: Context<AppEnv>, languages: LanguageSettings): AnyLocale {
  for (const tag of listWanted(c)) {
    if (tag === pseudoLocale && hasPseudoLocale(c.var.ctx)) return pseudoLocale;
    const match = matchLocale([tag], languages.offered);
    if (match) return match;
  }
  return languages.default;
}

/** Whether the made-up language can be chosen: only where a shop is tried out. */
export function hasPseudoLocale({ config }: Pick<Ctx, "config">): boolean {
  return config.stripe.mode !== "live";
}

/** Lists the languages that a request asks for, the most important first. */
function* listWanted(c: Context<AppEnv>): Generator<string> {
  const isOfApp = c.req.path.startsWith("/api/");
  const named = [
    isOfApp ? c.req.header(LOCALE_HEADER) : undefined,
    c.req.query(LOCALE_PARAM),
    readLocaleCookie(c.var.ctx, c.req.header("cookie") ?? ""),
  ];
  for (const tag of named) if (tag !== undefined) yield tag;
  for (const { type, q } of parseAccept(c.req.header("accept-language") ?? ""))
    if (q > 0) yield type;
}
