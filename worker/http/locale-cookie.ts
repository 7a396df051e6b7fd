import type { Context } from "hono";
import type { AppEnv, Ctx } from "../context.ts";
import { ownCookieName, readCookie, writeOwnCookie } from "../identity/sign-in/cookies.ts";
import type { AnyLocale } from "../shared/locales.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the language that this browser's user has chosen, as it was stored; undefined if there is none. */
export function readLocaleCookie(ctx: Pick<Ctx, "config">, cookies: string): string | undefined {
  return readCookie(cookies, ownCookieName(ctx.config.origin, "locale"));
}

/** Keeps the choice of a language in the browser for a year. Scripts read it from `<html lang>`. */
export function setLocaleCookie<Env extends AppEnv>(c: Context<Env>, locale: AnyLocale): void {
  c.header("set-cookie", writeLocaleCookie(c.var.ctx, locale), { append: true });
}

/** Returns the value of the header that sets it. */
export function writeLocaleCookie({ config }: Pick<Ctx, "config">, locale: AnyLocale): string {
  return writeOwnCookie(config.origin, "locale", locale, YEAR_SECONDS);
}
