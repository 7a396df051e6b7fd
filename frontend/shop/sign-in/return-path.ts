const storageKey = "gatehouse.return-path";

/** Returning to these paths after sign-in would loop or leave the app. */
const blockedPaths = /^\/(api|(plain\/)?(signin|signout|error|verify-request))(\/|$)/;

/**
 * Returns a safe path to open after sign-in: on this origin, never the API or a sign-in page; otherwise `/`.
 * @param value a path or an absolute URL from the query string, which anyone can craft
 */
export function sanitizeReturnPath(value: string | null, origin: string): string {
  if (!value || !(value.startsWith("/") || value.startsWith(`${origin}/`))) return "/";
  // `URL` treats backslashes as slashes and drops tabs, as browsers do, so a hidden host shows as another origin.
  const url = URL.parse(value, origin);
  if (url?.origin !== origin || blockedPaths.test(decodePath(url.pathname))) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Stores the return path during a sign-in, because redirects to `/error` don't include it. */
export function saveReturnPath(path: string) {
  try {
    sessionStorage.setItem(storageKey, path);
  } catch {
    // Storage may be disabled. Errors then lead to the home page.
  }
}

/** Returns the return path of the last sign-in started in this tab. */
export function readReturnPath(): string | null {
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
