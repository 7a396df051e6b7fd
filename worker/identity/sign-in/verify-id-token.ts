import { jwtVerify } from "jose";
import type { SignInProvider } from "../../config/sign-in-config.ts";
import { SECOND } from "../../lib/time.ts";
import { fetchProviderKeys } from "./provider-fetch.ts";

// Asymmetric algorithms only. HS256 would accept the client secret as a key, and `none` would accept anything.
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/**
 * Verifies the ID token's signature, which the library doesn't do, and its issuer, audience and expiry.
 * @returns its `auth_time` in unix milliseconds: when the user last authenticated there; undefined if it has none
 * @throws JOSEError if the token isn't from the provider or isn't for this shop; ProviderUnreachableError
 */
export async function verifyIdToken(
  provider: SignInProvider,
  idToken: string,
): Promise<number | undefined> {
  const { payload } = await jwtVerify(idToken, await fetchProviderKeys(provider), {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ["sub", "iat", "exp"],
    clockTolerance: 30,
  });
  const { auth_time: authTime } = payload;
  return typeof authTime === "number" && authTime >= 0 ? authTime * SECOND : undefined;
}
