const signInPages = ["/signin", "/signout", "/error", "/verify-request"];

/**
 * Where a person may be sent after signing in or out: a page of this shop, else its front page. What counts is how a
 * browser reads the target, so it is parsed like one would; control characters and backslashes, which browsers drop or
 * turn into slashes, are refused before.
 * @param target a path or an absolute URL, from a form, a query or a cookie
 * @returns an absolute URL on `origin`
 */
export function safeRedirect(target: string, origin: string): string {
  const home = `${origin}/`;
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(target)) return home;
  if (!target.startsWith("/") && !target.startsWith(`${origin}/`)) return home;
  if (target.startsWith("//") || !URL.canParse(target, origin)) return home;
  const url = new URL(target, origin);
  if (url.origin !== origin || url.username !== "" || url.password !== "") return home;
  return isPage(url.pathname) ? `${origin}${url.pathname}${url.search}${url.hash}` : home;
}

/** Judged decoded and in lower case, so that `/%61pi` and `/API` are what they lead to. */
function isPage(pathname: string): boolean {
  let path: string;
  try {
    path = decodeURIComponent(pathname).toLowerCase();
  } catch {
    return false;
  }
  if (path.includes("//") || path.includes("\\") || path.includes("%")) return false;
  return !["/api", ...signInPages].some((page) => path === page || path.startsWith(`${page}/`));
}
