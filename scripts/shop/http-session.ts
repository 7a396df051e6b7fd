/** A signed-in session without a browser. It keeps cookies per host. */
export type HttpSession = {
  /** Sends a request to the shop. Unsafe requests have the shop's own Origin, as in a browser. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  signOut(): Promise<void>;
  /** Returns the shop's cookies, to continue the session in a browser. */
  cookies(): { name: string; value: string; url: string }[];
};

/**
 * Signs in through the sandbox's OpenID provider as the test user that `loginHint` names, and follows the redirects.
 * @param alwaysSend headers of every request to the shop
 * @throws Error if the user isn't signed in afterwards
 */
export async function signIn(
  shopUrl: string,
  loginHint: string,
  alwaysSend: Record<string, string> = {},
): Promise<HttpSession> {
  const jar = new Map<string, Map<string, string>>();

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookies = jar.get(url.host) ?? new Map<string, string>();
    jar.set(url.host, cookies);
    const headers = new Headers(init.headers);
    if (url.origin === shopUrl)
      for (const [name, value] of Object.entries(alwaysSend)) headers.set(name, value);
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`);
    if (sent.length > 0)
      headers.set("cookie", [headers.get("cookie") ?? [], sent].flat().join("; "));
    if (url.origin === shopUrl && init.method && init.method !== "GET")
      headers.set("origin", shopUrl);
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const separator = pair.indexOf("=");
      const [name, value] = [pair.slice(0, separator), pair.slice(separator + 1)];
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

  let nextUrl: string | null = await postForm(
    `/api/auth/signin/oidc?login_hint=${encodeURIComponent(loginHint)}`,
  );
  for (let hops = 0; nextUrl && hops < 20; hops++) {
    const currentUrl: URL = new URL(nextUrl, shopUrl);
    const response = await request(currentUrl);
    const location = response.headers.get("location");
    nextUrl = location && new URL(location, currentUrl).href;
    if (nextUrl === `${shopUrl}/`) break;
  }
  const me = (await (await send("/api/me")).json()) as { user: unknown };
  if (!me.user)
    throw new Error(`Signing in as ${loginHint} failed; the last redirect was to ${nextUrl}`);

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

/** Sends a request of a session and returns the JSON of its answer. @throws Error if it is no success */
export async function requestJson<Answer>(
  session: HttpSession,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await session.fetch(path, {
    method,
    ...(body && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === "" ? null : JSON.parse(text)) as Answer;
}
