import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import type { AppEnv } from "../context.ts";
import { isSecure, readCookie } from "../identity/sign-in/cookies.ts";
import type { AnyLocale } from "../shared/locales.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

const cookieName = (origin: string) => `${isSecure(origin) ? "__Host-" : ""}gatehouse.locale`;

/** Returns the language that this browser's user has chosen, as it was stored; undefined if there is none. */
export function readLocaleCookie(c: Context<AppEnv>): string | undefined {
  return readCookie(c.req.header("cookie") ?? "", cookieName(c.var.ctx.config.origin));
}

/** Keeps the choice of a language in the browser for a year. Scripts read it from `<html lang>`. */
export function setLocaleCookie<Env extends AppEnv>(c: Context<Env>, locale: AnyLocale): void {
  const { origin } = c.var.ctx.config;
  setCookie(c, cookieName(origin), locale, {
    httpOnly: true,
    secure: isSecure(origin),
    sameSite: "Lax",
    path: "/",
    maxAge: YEAR_SECONDS,
  });
}
