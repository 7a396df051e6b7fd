import { queryOptions } from "@tanstack/react-query";
import { endDraftsOfOthers } from "../../http/browser-drafts.ts";
import { readResponse } from "../../http/errors.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { authPaths } from "../../paths.ts";
import { useLeavingMutation } from "../../shell/use-leaving-mutation.ts";
import { saveReturnPath } from "./return-path.ts";

/** A sign-in provider, as Auth.js lists it. */
export type Provider = { id: string; type: string; name: string };

export const providersQuery = queryOptions({
  queryKey: queryKeys.providers,
  queryFn: async () =>
    Object.values((await readResponse(fetch(authPaths.providers))) as Record<string, Provider>),
  staleTime: Infinity,
});

/** Sent when a sign-in starts: `link` is for the shop, the others are for the provider. */
export type SignInHints = {
  /** A hint that tells the provider which account to use. */
  login_hint?: string;
  prompt?: "login" | "select_account";
  /** In seconds. If the user last authenticated longer ago, the provider asks again. */
  max_age?: string;
  /** The id of a link intent: links the identity instead of signing in with it. */
  link?: string;
};

/**
 * Starts a sign-in and leaves the page.
 * @param input.email receives the sign-in link, if the provider sends links
 */
export async function startSignIn(input: {
  providerId: string;
  returnPath: string;
  hints: SignInHints;
  email?: string | undefined;
}) {
  const { providerId, returnPath, hints, email } = input;
  const query = new URLSearchParams(hints).toString();
  const url = await postToAuth(`${authPaths.signIn(providerId)}${query && `?${query}`}`, {
    callbackUrl: returnPath,
    ...(email && { email }),
  });
  saveReturnPath(returnPath);
  location.assign(url);
}

/** Sends another sign-in link to the same address, and stays on the page. */
export async function sendLinkAgain({ email, returnPath }: { email: string; returnPath: string }) {
  await postToAuth(authPaths.signIn("email"), { callbackUrl: returnPath, email });
}

/**
 * Returns the prompt that makes the provider ask for an account: without one, it would choose the account that is
 * signed in there already. Generic OpenID providers only support `login`.
 */
export function getAccountPrompt(providerId: string): "login" | "select_account" {
  return providerId === "oidc" ? "login" : "select_account";
}

/** Starts a sign-in. Stays busy after success, because the browser is leaving the page. */
export function useSignIn() {
  const signIn = useLeavingMutation({ mutationFn: startSignIn });
  return {
    start: signIn.mutate,
    leaving: signIn.isLeaving,
    /** The provider that the browser is redirecting to. */
    leavingTo: signIn.isLeaving ? signIn.variables?.providerId : undefined,
    error: signIn.error,
  };
}

/** Ends the session and the drafts in this browser, and redirects to the storefront. */
export async function signOut() {
  const url = await postToAuth(authPaths.signOut, { callbackUrl: "/" });
  endDraftsOfOthers(null);
  location.assign(url);
}

/** The data in the fragment (`#…`) of a sign-in link. */
export type EmailLink = { token: string; email: string; callbackUrl: string };

/**
 * Parses what follows the `#` of the page's URL: the data of a sign-in link, or, without a token, the address that a link
 * was sent to.
 */
export function parseEmailLink(hash: string): EmailLink | Omit<EmailLink, "token"> | null {
  const params = new URLSearchParams(hash.slice(1));
  const token = params.get("token");
  const email = params.get("email");
  if (!email) return null;
  return { email, callbackUrl: params.get("callbackUrl") ?? "/", ...(token && { token }) };
}

/** Redeems a sign-in link, which can be used once, and replaces the page in the browser history. */
export async function redeemEmailLink(link: EmailLink) {
  const { url } = (await readResponse(
    fetch(authPaths.emailCallback, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify(link),
    }),
  )) as { url: string };
  location.replace(url);
}

/**
 * Returns the redirect URL. Auth.js sends it in the response body, because `form-action 'self'` blocks redirects of
 * forms.
 */
async function postToAuth(path: string, fields: Record<string, string>): Promise<string> {
  const { csrfToken } = (await readResponse(fetch(authPaths.csrf))) as { csrfToken: string };
  const { url } = (await readResponse(
    fetch(path, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken, ...fields }),
    }),
  )) as { url: string };
  return url;
}
