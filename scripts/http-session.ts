/** A person at the keyboard without a browser: keeps cookies by host and follows the sign-in's redirects. */
export type HttpSession = {
  /** A request to the shop. Unsafe ones carry the shop's own Origin, as a browser's would. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  signOut(): Promise<void>;
  /** The shop's cookies, for a browser to go on with. */
  cookies(): { name: string; value: string; url: string }[];
};

/**
 * Signs in through the real provider, as the persona that `loginHint` names.
 * @throws when the shop does not know the person afterwards
 */
export async function signIn(shopUrl: string, loginHint: string): Promise<HttpSession> {
  const jar = new Map<string, Map<string, string>>();

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookies = jar.get(url.host) ?? new Map<string, string>();
    jar.set(url.host, cookies);
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (url.origin === shopUrl && init.method && init.method !== "GET")
      headers.set("origin", shopUrl);
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  const send = (path: string, init?: RequestInit) => request(new URL(path, shopUrl), init);

  async function postForm(path: string): Promise<string> {
    const { csrfToken } = (await (await send("/api/auth/csrf")).json()) as { csrfToken: string };
    const response = await send(path, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-auth-return-redirect": "1",
      },
      body: new URLSearchParams({ csrfToken, callbackUrl: "/" }),
    });
    const { url } = (await response.json()) as { url: string };
    return url;
  }

  let next: string | null = await postForm(
    `/api/auth/signin/oidc?login_hint=${encodeURIComponent(loginHint)}`,
  );
  for (let hops = 0; next && hops < 20; hops++) {
    const here: URL = new URL(next, shopUrl);
    const response = await request(here);
    const location = response.headers.get("location");
    next = location && new URL(location, here).href;
    if (next === `${shopUrl}/`) break;
  }
  const me = (await (await send("/api/me")).json()) as { user: unknown };
  if (!me.user)
    throw new Error(
      `Signing in as ${loginHint} did not end signed in; the last address was ${next}`,
    );

  return {
    fetch: send,
    cookies: () =>
      [...(jar.get(new URL(shopUrl).host) ?? [])].map(([name, value]) => ({
        name,
        value,
        url: shopUrl,
      })),
    signOut: async () => void (await postForm("/api/auth/signout")),
  };
}
