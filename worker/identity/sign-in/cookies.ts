import type { AuthConfig } from "@auth/core";
import { generateCookie } from "hono/cookie";

const FLOW_SECONDS = 15 * 60;

/**
 * Returns the session cookie's name. `__Host-` restricts it to this host and https, without `Domain`, so no other host
 * can set it.
 */
export function sessionCookieName(origin: string): string {
  return `${cookiePrefix(origin)}gatehouse.session`;
}

/** Returns the name of the cookie that says which state of the database its user must see (decision 80). */
export function bookmarkCookieName(origin: string): string {
  return `${cookiePrefix(origin)}gatehouse.bookmark`;
}

/** A cookie of the shop's own, which no script can read: `gatehouse.` and this name. */
type OwnCookie = "locale" | "guest" | "opener";

/** Returns the name of a cookie of the shop's own. */
export const ownCookieName = (origin: string, name: OwnCookie): string =>
  `${cookiePrefix(origin)}gatehouse.${name}`;

/** Returns the value of the header that sets such a cookie for so many seconds; for 0, it removes it. */
export function writeOwnCookie(
  origin: string,
  name: OwnCookie,
  value: string,
  maxAge: number,
): string {
  return generateCookie(ownCookieName(origin, name), value, {
    httpOnly: true,
    secure: isSecure(origin),
    sameSite: "Lax",
    path: "/",
    maxAge,
  });
}

/** Whether cookies are `Secure`: always, except on http, which is only allowed on loopback. */
export function isSecure(origin: string): boolean {
  return origin.startsWith("https:");
}

/** Returns the names and attributes of all cookies of the library. State, PKCE and nonce last 15 minutes. */
export function authCookies(origin: string) {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(origin) } as const;
  const createCookie = (name: string, maxAge?: number) => ({
    name: `${cookiePrefix(origin)}gatehouse.${name}`,
    // Each cookie gets its own copy, since the library modifies the options for Apple's form_post.
    options: { ...options, ...(maxAge !== undefined && { maxAge }) },
  });
  return {
    sessionToken: { name: sessionCookieName(origin), options: { ...options } },
    callbackUrl: createCookie("callback-url"),
    csrfToken: createCookie("csrf"),
    state: createCookie("state", FLOW_SECONDS),
    pkceCodeVerifier: createCookie("pkce", FLOW_SECONDS),
    nonce: createCookie("nonce", FLOW_SECONDS),
  } satisfies AuthConfig["cookies"];
}

/**
 * Returns the `Cookie` header for the library: only its own cookies by exact name, the first of each. The library would
 * treat every cookie whose name starts with the session cookie's name as a part of it.
 */
export function filterCookies(header: string, names: string[]): string {
  const seen = new Set<string>();
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => {
      const name = pair.slice(0, pair.indexOf("="));
      if (!names.includes(name) || seen.has(name)) return false;
      seen.add(name);
      return true;
    })
    .join("; ");
}

/** Returns the first cookie with exactly that name. */
export function readCookie(header: string, name: string): string | undefined {
  const start = `${name}=`;
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined;
}

function cookiePrefix(origin: string): string {
  return isSecure(origin) ? "__Host-" : "";
}
