import { queryOptions, useMutation } from "@tanstack/react-query";
import { readResponse } from "../../http/errors.ts";
import { authPaths } from "../../paths.ts";
import { useResetOnReturn } from "../../shell/use-reset-on-page-restore.ts";
import { rememberReturnPath } from "./return-path.ts";

/** A way to sign in, as Auth.js lists it. */
export type Provider = { id: string; type: string; name: string };

export const providersQuery = queryOptions({
  queryKey: ["auth", "providers"],
  queryFn: async () =>
    Object.values((await readResponse(fetch(authPaths.providers))) as Record<string, Provider>),
  staleTime: Infinity,
});

/** What the provider, or with `link` the shop, is told when a sign-in begins. */
type SignInHints = {
  /** The provider may know the person by it. */
  login_hint?: string;
  prompt?: "login" | "select_account";
  /** In seconds: who proved to the provider who they are longer ago than this proves it again. */
  max_age?: string;
  /** The intent to link what is signed in with, rather than to sign in. */
  link?: string;
};

/**
 * Begins a sign-in and leaves the page.
 * @param input.email where a link is sent, for the provider that does that
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
  rememberReturnPath(returnPath);
  location.assign(url);
}

/** A sign-in that is beginning. It stays busy after success, since the browser is on its way out. */
export function useSignIn() {
  const { reset, ...signIn } = useMutation({ mutationFn: startSignIn });
  useResetOnReturn(reset);
  const leaving = signIn.isPending || signIn.isSuccess;
  return {
    start: signIn.mutate,
    leaving,
    /** Where the browser is going. */
    leavingTo: leaving ? signIn.variables?.providerId : undefined,
    error: signIn.error,
  };
}

/** Ends the session and leaves for the storefront. */
export async function signOut() {
  location.assign(await postToAuth(authPaths.signOut, { callbackUrl: "/" }));
}

/** What a link in an email carries behind its `#`. */
export type EmailLink = { token: string; email: string; callbackUrl: string };

/** The link's secrets from the address; null where there are none. */
export function readEmailLink(hash: string): EmailLink | null {
  const secrets = new URLSearchParams(hash.slice(1));
  const token = secrets.get("token");
  const email = secrets.get("email");
  return token && email ? { token, email, callbackUrl: secrets.get("callbackUrl") ?? "/" } : null;
}

/** Uses the link up and leaves the page, which is not kept in the history. */
export async function openEmailLink(link: EmailLink) {
  const { url } = (await readResponse(
    fetch(authPaths.openEmailLink, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify(link),
    }),
  )) as { url: string };
  location.replace(url);
}

/** Auth.js answers with where to go rather than redirecting: a redirected form is blocked by `form-action 'self'`. */
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
