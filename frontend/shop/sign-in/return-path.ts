const storageKey = "gatehouse.return-path";

/** Going to these after sign-in would loop, or leave the app. */
const refused = /^\/(api|signin|signout|error|verify-request)(\/|$)/;

/**
 * Where to go after sign-in: a path on this origin, never the API or a sign-in page; `/` for anything else.
 * @param value a path or an absolute URL, from a query string that anyone may have written
 */
export function safeReturnPath(value: string | null, origin: string): string {
  if (!value || !(value.startsWith("/") || value.startsWith(`${origin}/`))) return "/";
  // A browser reads backslashes as slashes and drops tabs; so does this parser, and a host shows as another origin.
  const url = URL.parse(value, origin);
  if (url?.origin !== origin || refused.test(decodePath(url.pathname))) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Keeps the way back across the provider: the redirect to `/error` does not bring it along. */
export function rememberReturnPath(path: string) {
  try {
    sessionStorage.setItem(storageKey, path);
  } catch {
    // Storage may be turned off. Then an error leads home instead of back.
  }
}

/** The way back of the sign-in that was last begun in this tab. */
export function recallReturnPath(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function decodePath(pathname: string) {
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return "/api";
  }
}
