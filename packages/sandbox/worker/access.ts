import { isSameSecret } from "./world-keys.ts";
import type { WorldConfig } from "./world-options.ts";

const cookieName = "sandbox_key";

/** Whether a request has the key of a world: as a bearer token, or in the cookie that `/enter` has set. */
export function findAccess(headers: Headers, key: string): boolean {
  const bearer = /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
  const cookie = new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(headers.get("cookie") ?? "")?.[1];
  return [bearer, cookie].some((given) => given !== undefined && isSameSecret(given, key));
}

/** The cookie that lets a browser see the pages of one world. */
export const keyCookie = ({ path, key, origin }: WorldConfig): string =>
  `${cookieName}=${key}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=86400${origin.startsWith("https:") ? "; Secure" : ""}`;
