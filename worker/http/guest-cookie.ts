import type { Context } from "hono";
import type { AppEnv, Ctx } from "../context.ts";
import { readGuest, signGuest } from "../guests/guest-ctx.ts";
import { ownCookieName, readCookie, writeOwnCookie } from "../identity/sign-in/cookies.ts";
import { limitAddress } from "./rate-limit.ts";

/** As long as a browser keeps a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** What reads and sets cookies, whatever its variables are. */
type CookieContext = {
  req: Pick<Context["req"], "header" | "raw">;
  header: Context["header"];
  var: { ctx: Ctx };
};

/** Returns the guest that this browser bought as, who may have been taken into an account; null for none. */
export function readGuestCookie({ req, var: { ctx } }: CookieContext): string | null {
  const value = readCookie(req.header("cookie") ?? "", ownCookieName(ctx.config.origin, "guest"));
  return value === undefined ? null : readGuest(ctx, value);
}

/** Binds what a guest buys to this browser. */
export function setGuestCookie(c: CookieContext, guestId: string): void {
  writeCookie(c, signGuest(c.var.ctx, guestId), MAX_AGE_SECONDS);
}

/** Once an account has taken what the guest bought. */
export function clearGuestCookie(c: CookieContext): void {
  writeCookie(c, "", 0);
}

function writeCookie({ header, var: { ctx } }: CookieContext, value: string, maxAge: number) {
  const cookie = writeOwnCookie(ctx.config.origin, "guest", value, maxAge);
  header("set-cookie", cookie, { append: true });
}

/**
 * Opens a checkout as the guest of this browser, and keeps who that is in its cookie. Limited by address, since nobody
 * has signed in.
 * @throws `rate_limited`; as `open`
 */
export async function openInBrowser<Opened extends { guestId: string }>(
  c: Context<AppEnv>,
  open: (guestId: string | null) => Promise<Opened>,
): Promise<Opened> {
  await limitAddress(c, "SIGN_IN_LIMIT", "guest-checkout");
  const before = readGuestCookie(c);
  const opened = await open(before);
  if (opened.guestId !== before) setGuestCookie(c, opened.guestId);
  return opened;
}
