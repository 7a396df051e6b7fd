import { causeOf } from "../../lib/log.ts";
import { EmailDeliveryError } from "../../email-sender/email-message.ts";
import { ProviderUnreachableError } from "./provider-fetch.ts";

/**
 * The error codes of the sign-in pages. Three are ours: `SignInNotFresh` (the provider proved no new sign-in: use
 * another way), `SignInExpired` (too slow, a second tab, a used code: start again) and `Unavailable` (the provider or
 * our database doesn't respond: wait). The rest are the library's.
 */
export type SignInErrorCode =
  | "AccessDenied"
  | "AccountNotLinked"
  | "Configuration"
  | "CredentialsSignin"
  | "MissingCSRF"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "SignInExpired"
  | "SignInNotFresh"
  | "Unavailable"
  | "Verification";

/** The page that explains a code: `/signin` if the user can simply try again. */
export const errorPages: Record<SignInErrorCode, "/signin" | "/error"> = {
  AccessDenied: "/error",
  AccountNotLinked: "/signin",
  Configuration: "/error",
  CredentialsSignin: "/signin",
  MissingCSRF: "/signin",
  OAuthAccountNotLinked: "/signin",
  OAuthCallbackError: "/signin",
  SignInExpired: "/signin",
  SignInNotFresh: "/error",
  Unavailable: "/error",
  Verification: "/error",
};

/**
 * Returns the code for an error from the library. The library uses `Configuration` for any other error; here it is left
 * for errors that the seller has to fix.
 */
export function classifySignInError(error: Error): SignInErrorCode {
  const chain = causeChain(error);
  if (chain.some(isUnavailable)) return "Unavailable";
  if (chain.some(isExpiredAttempt)) return "SignInExpired";
  const known = chain
    .map(readErrorType)
    .find((type) => type !== undefined && isSignInErrorCode(type));
  if (known === undefined || !isSignInErrorCode(known)) return "Configuration";
  // The library reports every error inside its sign-in callback as `AccessDenied`, even a forged ID token.
  return known === "AccessDenied" && chain.length > 1 ? "Configuration" : known;
}

/**
 * Whether the library hides this error from its response: a session it couldn't read would look like no session, and
 * one it couldn't end would look ended.
 */
export function isSwallowed(error: Error): boolean {
  return readErrorType(error) === "SessionTokenError" || readErrorType(error) === "SignOutError";
}

/** The state, PKCE or nonce cookie is missing, too old or from another tab, or the code is expired or used. */
function isExpiredAttempt(error: Error): boolean {
  if (readErrorType(error) === "InvalidCheck") return true;
  if (readErrorCode(error) === "OAUTH_INVALID_RESPONSE") return error.message.includes('"state"');
  return "error" in error && error.error === "invalid_grant";
}

/** The provider, the email sender or our database doesn't respond. */
function isUnavailable(error: Error): boolean {
  return (
    error instanceof ProviderUnreachableError ||
    error instanceof EmailDeliveryError ||
    isDatabaseError(error)
  );
}

function isDatabaseError(error: Error): boolean {
  return error.message.startsWith("D1_") || error.message.startsWith("Failed query");
}

function causeChain(error: Error): Error[] {
  const cause = causeOf(error);
  return cause ? [error, ...causeChain(cause)] : [error];
}

function readErrorType(error: Error): string | undefined {
  return "type" in error && typeof error.type === "string" ? error.type : undefined;
}

function readErrorCode(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function isSignInErrorCode(type: string): type is SignInErrorCode {
  return Object.hasOwn(errorPages, type);
}
