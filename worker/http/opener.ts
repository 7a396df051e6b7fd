import type { Context } from "hono";
import type { AppEnv, Ctx } from "../context.ts";
import { ownCookieName, readCookie, writeOwnCookie } from "../identity/sign-in/cookies.ts";
import { developerSettings } from "../settings/developer-settings.ts";

export const OPENER_POLICY = "cross-origin-opener-policy";

/** How long a purchase in a window may take: Stripe's page is open for half an hour. */
const LIFETIME_SECONDS = 60 * 60;

/**
 * Keeps which site opened this window to sell, so that the page after the payment tells it what came of it. Does nothing
 * for a site that the seller doesn't allow.
 * @param opener the site's origin, as the script for other sites names it
 */
export async function keepOpener(c: Context<AppEnv>, opener: string): Promise<void> {
  const { ctx } = c.var;
  if (!(await isAllowed(ctx, opener))) return;
  const cookie = writeOwnCookie(ctx.config.origin, "opener", opener, LIFETIME_SECONDS);
  c.header("set-cookie", cookie, { append: true });
  c.header(OPENER_POLICY, OPEN_TO_OPENER);
}

/** Returns the origin of the site that opened this window, if the seller still allows it; null for none. */
export async function findOpener(ctx: Ctx, cookies: string | undefined): Promise<string | null> {
  const kept = cookies && readCookie(cookies, ownCookieName(ctx.config.origin, "opener"));
  if (!kept) return null;
  const opener = decodeURIComponent(kept);
  return (await isAllowed(ctx, opener)) ? opener : null;
}

async function isAllowed(ctx: Ctx, origin: string): Promise<boolean> {
  return (await developerSettings.read(ctx)).allowedSuccessOrigins.includes(origin);
}

/** Keeps the tie to the window that opened this one: every page on the way to the payment must have it. */
const OPEN_TO_OPENER = "unsafe-none";

const hasOpener = /(?:^|; )(?:__Host-)?gatehouse\.opener=/;

/** Returns the policy for a browser with these cookies; undefined for the usual one. */
export const chooseOpenerPolicy = (cookies: string | undefined): string | undefined =>
  cookies !== undefined && hasOpener.test(cookies) ? OPEN_TO_OPENER : undefined;
