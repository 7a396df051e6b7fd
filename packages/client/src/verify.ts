import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from "jose";
import { findKeySet, KeysUnavailableError } from "./key-set.ts";

export type VerifyOptions = {
  /** The shop's origin, for example `https://shop.example`. */
  issuer: string;
  /** The audience that your app asks tokens for. A token for another app is refused. */
  audience: string;
  /** Default: `live`, so that a token that a test purchase pays for is refused. */
  mode?: "live" | "test";
  /** The shop's public keys. Without it they are fetched once and remembered. */
  jwks?: JSONWebKeySet;
};

/** What a token says about one customer. It was true when the token was made. */
export type VerifiedEntitlements = {
  /** The customer's id in the shop. */
  customerId: string;
  /** Every feature that the customer may use, with its limit. Null means no limit. */
  features: ReadonlyMap<string, number | null>;
  mode: "live" | "test";
  /** The customer's accounts at OpenID providers. Empty unless they were asked for. */
  identities: { issuer: string; subject: string }[];
  /** The last event of the feed that this includes. */
  sequence: number;
  issuedAt: Date;
  expiresAt: Date;
};

export type TokenErrorCode =
  | "malformed"
  | "wrong_type"
  | "wrong_algorithm"
  | "unknown_key"
  | "wrong_signature"
  | "wrong_issuer"
  | "wrong_audience"
  | "wrong_mode"
  | "expired"
  | "keys_unavailable";

/** The token is refused. `keys_unavailable` says nothing about the token: the shop's keys could not be fetched. */
export class EntitlementTokenError extends Error {
  override readonly name = "EntitlementTokenError";
  readonly code: TokenErrorCode;

  constructor(code: TokenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Verifies an entitlement token. Only the first one needs the network; after that, the shop may be down.
 * @throws EntitlementTokenError if the token is not from this shop, not for this audience, or has expired
 */
export async function verifyEntitlements(
  token: string,
  options: VerifyOptions,
): Promise<VerifiedEntitlements> {
  const issuer = new URL(options.issuer).origin;
  const keys = options.jwks ? readKeySet(options.jwks) : findKeySet(issuer);
  // jose checks an audience only if there is one.
  if (!options.audience) throw new TypeError("verifyEntitlements needs an `audience`");
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: options.audience,
      typ: "entitlements+jwt",
      algorithms: ["EdDSA"],
      requiredClaims: ["exp", "iat", "sub"],
    });
    return readPayload(payload, options.mode ?? "live");
  } catch (error) {
    throw toTokenError(error);
  }
}

const localKeySets = new WeakMap<JSONWebKeySet, JWTVerifyGetKey>();

/** Imports the keys once, not for every token. */
function readKeySet(jwks: JSONWebKeySet): JWTVerifyGetKey {
  const keys = localKeySets.get(jwks) ?? createLocalJWKSet(jwks);
  localKeySets.set(jwks, keys);
  return keys;
}

function readPayload(payload: JWTPayload, mode: "live" | "test"): VerifiedEntitlements {
  if (payload["mode"] !== mode)
    throw new EntitlementTokenError("wrong_mode", `The token is not of the mode "${mode}"`);
  const features = payload["features"];
  if (typeof features !== "object" || features === null)
    throw new EntitlementTokenError("malformed", "The token has no features");
  return {
    customerId: payload.sub!,
    // A Map, because a feature may be called `constructor`.
    features: new Map(Object.entries(features)),
    mode,
    identities: (payload["identities"] as VerifiedEntitlements["identities"] | undefined) ?? [],
    sequence: Number(payload["seq"]),
    issuedAt: new Date(payload.iat! * 1000),
    expiresAt: new Date(payload.exp! * 1000),
  };
}

const claimCodes: Record<string, TokenErrorCode> = {
  typ: "wrong_type",
  iss: "wrong_issuer",
  aud: "wrong_audience",
};

function toTokenError(error: unknown): Error {
  if (error instanceof EntitlementTokenError) return error;
  const refuse = (code: TokenErrorCode) =>
    new EntitlementTokenError(code, (error as Error).message, { cause: error });
  if (error instanceof KeysUnavailableError) return refuse("keys_unavailable");
  if (error instanceof errors.JWTExpired) return refuse("expired");
  if (error instanceof errors.JWTClaimValidationFailed)
    return refuse(claimCodes[error.claim] ?? "malformed");
  if (error instanceof errors.JOSEAlgNotAllowed) return refuse("wrong_algorithm");
  if (error instanceof errors.JWKSNoMatchingKey) return refuse("unknown_key");
  if (error instanceof errors.JWSSignatureVerificationFailed) return refuse("wrong_signature");
  if (error instanceof errors.JOSEError) return refuse("malformed");
  return error as Error;
}
