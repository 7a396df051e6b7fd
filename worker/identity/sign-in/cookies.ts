import type { AuthConfig } from "@auth/core";

const FLOW_SECONDS = 15 * 60;

/** The session cookie's name. `__Host-` binds it to this host, to https and to no `Domain`, so nobody else can set it. */
export function sessionCookieName(origin: string): string {
  return `${prefix(origin)}gatehouse.session`;
}

/** Whether cookies carry `Secure`: always, except on http, which is only ever loopback. */
export function isSecure(origin: string): boolean {
  return origin.startsWith("https:");
}

/** Names and attributes of every cookie of the library. State, PKCE and nonce live 15 minutes. */
export function authCookies(origin: string) {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(origin) } as const;
  const named = (name: string, maxAge?: number) => ({
    name: `${prefix(origin)}gatehouse.${name}`,
    // A copy each: for Apple's form_post the library changes the options in place.
    options: { ...options, ...(maxAge !== undefined && { maxAge }) },
  });
  return {
    sessionToken: { name: sessionCookieName(origin), options: { ...options } },
    callbackUrl: named("callback-url"),
    csrfToken: named("csrf"),
    state: named("state", FLOW_SECONDS),
    pkceCodeVerifier: named("pkce", FLOW_SECONDS),
    nonce: named("nonce", FLOW_SECONDS),
  } satisfies AuthConfig["cookies"];
}

/**
 * The `Cookie` header the library may see: its own cookies by their exact names, the first of each. It would read every
 * cookie whose name begins like the session's as a part of it.
 */
export function knownCookies(header: string, names: string[]): string {
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

/** The first cookie of exactly that name. */
export function readCookie(header: string, name: string): string | undefined {
  const start = `${name}=`;
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined;
}

function prefix(origin: string): string {
  return isSecure(origin) ? "__Host-" : "";
}
