import { decodeJwt } from "jose";
import { changesUnderNormalization } from "../../lib/email-address.ts";

/** The claims of a provider about a user, not validated. */
export type Claims = Record<string, unknown>;

/** The validated claims. If `subject` is empty, the provider sent none and the sign-in is refused. */
export type ProviderProfile = {
  subject: string;
  name: string | null;
  /** Lower case; null unless the provider says that it is verified. */
  email: string | null;
  image: string | null;
};

/** The profile without any claims. */
export const emptyProviderProfile: ProviderProfile = {
  subject: "",
  name: null,
  email: null,
  image: null,
};

const MAX_NAME_LENGTH = 120;
const MAX_EMAIL_LENGTH = 254;
const MAX_URL_LENGTH = 2048;

/**
 * Merges userinfo over the ID token's claims, since many providers put `email` into only one of the two. The token's
 * signature is verified before anything from it is stored.
 */
export function mergeClaims(userinfo: Claims, idToken: string | null | undefined): Claims {
  if (!idToken) return userinfo;
  try {
    return { ...decodeJwt(idToken), ...userinfo };
  } catch {
    return userinfo;
  }
}

/** Reads and cleans the standard claims. Never throws. */
export function readClaims(claims: Claims): ProviderProfile {
  return {
    subject: typeof claims.sub === "string" ? claims.sub : "",
    name:
      cleanName(claims.name) ??
      cleanName(joinNames(claims)) ??
      cleanName(claims.preferred_username),
    email: isTrueClaim(claims.email_verified) ? cleanEmailClaim(claims.email) : null,
    image: cleanImage(claims.picture),
  };
}

/** Whether a claim is true. Some providers send booleans as strings. */
export function isTrueClaim(claim: unknown): boolean {
  return claim === true || claim === "true";
}

/** Characters that show something: not spaces, marks alone, or letters that are drawn as nothing. */
const VISIBLE = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What programs that show emails make a link of, also in a sentence of the shop. */
const WEB_ADDRESS = /:\/\/|\bwww\.|\.\p{L}{2,}\//iu;

/**
 * Cleans a name: one line of at most 120 characters, without control, zero-width or direction-changing characters.
 * Markup is kept as plain text; screens escape it.
 * @returns null for a name that shows nothing, or has a web address: emails from the shop contain names
 */
export function cleanName(claim: unknown): string | null {
  if (typeof claim !== "string") return null;
  const text = claim
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    // Keep both joiners: Persian, Hindi and family emoji need them.
    .replaceAll(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return !VISIBLE.test(text) || WEB_ADDRESS.test(text)
    ? null
    : [...text].slice(0, MAX_NAME_LENGTH).join("").trim();
}

/**
 * Like `cleanEmail`, but null for an address that normalization would change: the provider verified another mailbox
 * than the one that would be stored.
 */
function cleanEmailClaim(claim: unknown): string | null {
  return typeof claim === "string" && changesUnderNormalization(claim) ? null : cleanEmail(claim);
}

/**
 * Returns a single plain email address in lower case, otherwise null. Normalizes typed input; only for addresses that
 * are proven afterward.
 */
export function cleanEmail(claim: unknown): string | null {
  if (typeof claim !== "string" || claim.length > MAX_EMAIL_LENGTH) return null;
  const email = claim.normalize("NFKC").trim().toLowerCase();
  return /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/.test(email) ? email : null;
}

/**
 * Returns the URL of a picture if it is https without credentials. SVG is refused, since it is a document that can
 * contain scripts.
 */
export function cleanImage(claim: unknown): string | null {
  if (typeof claim !== "string" || claim.length > MAX_URL_LENGTH || !URL.canParse(claim))
    return null;
  const url = new URL(claim);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  return /\.svgz?$/i.test(url.pathname) ? null : url.href;
}

function joinNames(claims: Claims): string {
  return [claims.given_name, claims.family_name]
    .filter((part) => typeof part === "string")
    .join(" ");
}
