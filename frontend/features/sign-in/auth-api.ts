import { queryOptions } from "@tanstack/react-query";
import { readResponse } from "../../http/errors.ts";
import { authPaths } from "../../paths.ts";
import { rememberReturnPath } from "./return-path.ts";

/** A way to sign in, as Auth.js lists it. */
export type Provider = { id: string; name: string };

export const providersQuery = queryOptions({
  queryKey: ["auth", "providers"],
  queryFn: async () =>
    Object.values((await readResponse(fetch(authPaths.providers))) as Record<string, Provider>),
  staleTime: Infinity,
});

/**
 * Begins a sign-in and leaves the page.
 * @param loginHint passed on to the provider, which may know the person by it
 */
export async function startSignIn(input: {
  providerId: string;
  returnPath: string;
  loginHint: string | null;
}) {
  const hint = input.loginHint ? `?login_hint=${encodeURIComponent(input.loginHint)}` : "";
  const url = await postToAuth(`${authPaths.signIn(input.providerId)}${hint}`, input.returnPath);
  rememberReturnPath(input.returnPath);
  location.assign(url);
}

/** Ends the session and leaves for the storefront. */
export async function signOut() {
  location.assign(await postToAuth(authPaths.signOut, "/"));
}

/** Auth.js answers with where to go rather than redirecting: a redirected form is blocked by `form-action 'self'`. */
async function postToAuth(path: string, callbackUrl: string): Promise<string> {
  const { csrfToken } = (await readResponse(fetch(authPaths.csrf))) as { csrfToken: string };
  const { url } = (await readResponse(
    fetch(path, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken, callbackUrl }),
    }),
  )) as { url: string };
  return url;
}
