import { causeOf } from "../../lib/log.ts";
import { EmailRefused } from "../../email/deliver-email.ts";
import { ProviderUnreachable } from "./provider-fetch.ts";

/**
 * What the sign-in pages are told. Two are ours: `SignInExpired` (too slow, a second tab, a used code: start again) and
 * `Unavailable` (the provider or our database does not answer: wait). The rest are the library's.
 */
export type SignInCode =
  | "AccessDenied"
  | "AccountNotLinked"
  | "Configuration"
  | "CredentialsSignin"
  | "MissingCSRF"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "SignInExpired"
  | "Unavailable"
  | "Verification";

/** The page that explains a code: `/signin` where the next step is another try. */
export const pageOf: Record<SignInCode, "/signin" | "/error"> = {
  AccessDenied: "/error",
  AccountNotLinked: "/signin",
  Configuration: "/error",
  CredentialsSignin: "/signin",
  MissingCSRF: "/signin",
  OAuthAccountNotLinked: "/signin",
  OAuthCallbackError: "/signin",
  SignInExpired: "/signin",
  Unavailable: "/error",
  Verification: "/error",
};

/**
 * The code of an error the library reported. Its own `Configuration` means "anything else"; here it is left for what
 * the seller has to mend.
 */
export function explainFailure(error: Error): SignInCode {
  const chain = chainOf(error);
  if (chain.some(isUnavailable)) return "Unavailable";
  if (chain.some(isStale)) return "SignInExpired";
  const known = chain.map(typeOf).find((type) => type !== undefined && isSignInCode(type));
  if (known === undefined || !isSignInCode(known)) return "Configuration";
  // The library calls any error below its sign-in callback a refusal; a forged ID token is none.
  return known === "AccessDenied" && chain.length > 1 ? "Configuration" : known;
}

/**
 * Whether the library answers as if nothing had happened: a session it could not read would look like none, one it
 * could not end like ended.
 */
export function isSwallowed(error: Error): boolean {
  return typeOf(error) === "SessionTokenError" || typeOf(error) === "SignOutError";
}

/** State, PKCE or nonce cookie gone, old or of another tab; a code too old or used. */
function isStale(error: Error): boolean {
  if (typeOf(error) === "InvalidCheck") return true;
  if (codeOf(error) === "OAUTH_INVALID_RESPONSE") return error.message.includes('"state"');
  return "error" in error && error.error === "invalid_grant";
}

/** Somebody whom we ask does not answer: the provider, the email sender, our database. */
function isUnavailable(error: Error): boolean {
  return (
    error instanceof ProviderUnreachable || error instanceof EmailRefused || isDatabaseError(error)
  );
}

function isDatabaseError(error: Error): boolean {
  return error.message.startsWith("D1_") || error.message.startsWith("Failed query");
}

function chainOf(error: Error): Error[] {
  const below = causeOf(error);
  return below ? [error, ...chainOf(below)] : [error];
}

function typeOf(error: Error): string | undefined {
  return "type" in error && typeof error.type === "string" ? error.type : undefined;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function isSignInCode(type: string): type is SignInCode {
  return Object.hasOwn(pageOf, type);
}
