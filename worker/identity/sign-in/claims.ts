import { decodeJwt } from "jose";
import { SECOND } from "../../lib/time.ts";

/** What a provider says about a person, unjudged. */
export type Claims = Record<string, unknown>;

/** What we keep of it. `subject` is empty where the provider named none: then nobody is signed in. */
export type Person = {
  subject: string;
  name: string | null;
  /** Lower case, and only where the provider says that it is verified. */
  email: string | null;
  image: string | null;
  locale: string | null;
  /** When the person last proved who they are to the provider, unix milliseconds; null where it does not say. */
  authenticatedAt: number | null;
};

/** What is known of a person of whom nothing is said. */
export const nobody: Person = {
  subject: "",
  name: null,
  email: null,
  image: null,
  locale: null,
  authenticatedAt: null,
};

const NAME_LENGTH = 120;
const EMAIL_LENGTH = 254;
const URL_LENGTH = 2048;

/**
 * Userinfo over the ID token's claims: many providers put `email` into one of the two only. The token's signature is
 * checked before anything that came from here is kept.
 */
export function mergeClaims(userinfo: Claims, idToken: string | null | undefined): Claims {
  if (!idToken) return userinfo;
  try {
    return { ...decodeJwt(idToken), ...userinfo };
  } catch {
    return userinfo;
  }
}

/** The standard claims, cleaned. Never throws, whatever a provider sends. */
export function readClaims(claims: Claims): Person {
  return {
    subject: typeof claims.sub === "string" ? claims.sub : "",
    name:
      cleanName(claims.name) ??
      cleanName(joinNames(claims)) ??
      cleanName(claims.preferred_username),
    email: isTrue(claims.email_verified) ? cleanEmail(claims.email) : null,
    image: cleanImage(claims.picture),
    locale: cleanLocale(claims.locale),
    authenticatedAt: typeof claims.auth_time === "number" ? claims.auth_time * SECOND : null,
  };
}

/** Some providers send booleans as texts. */
export function isTrue(claim: unknown): boolean {
  return claim === true || claim === "true";
}

/**
 * A name as text: no control, zero-width or direction-changing characters, one line, at most 120 characters. Markup
 * stays what it is, characters; screens escape it.
 */
export function cleanName(claim: unknown): string | null {
  if (typeof claim !== "string") return null;
  const text = claim
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    // The two joiners stay: Persian, Hindi and families of emoji are written with them.
    .replaceAll(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text === "" ? null : [...text].slice(0, NAME_LENGTH).join("").trim();
}

/** One plain address in lower case. */
export function cleanEmail(claim: unknown): string | null {
  if (typeof claim !== "string" || claim.length > EMAIL_LENGTH) return null;
  const email = claim.normalize("NFKC").trim().toLowerCase();
  return /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/.test(email) ? email : null;
}

/** https only, without credentials, and no SVG, which is a document rather than a picture. */
export function cleanImage(claim: unknown): string | null {
  if (typeof claim !== "string" || claim.length > URL_LENGTH || !URL.canParse(claim)) return null;
  const url = new URL(claim);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  return /\.svgz?$/i.test(url.pathname) ? null : url.href;
}

function cleanLocale(claim: unknown): string | null {
  return typeof claim === "string" && /^[a-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/.test(claim)
    ? claim
    : null;
}

function joinNames(claims: Claims): string {
  return [claims.given_name, claims.family_name]
    .filter((part) => typeof part === "string")
    .join(" ");
}
