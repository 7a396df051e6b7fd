import { jwtVerify } from "jose";
import type { SignInProvider } from "../../config/sign-in-config.ts";
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
 * @throws JOSEError if the token isn't from the provider or isn't for this shop; ProviderUnreachableError
 */
export async function verifyIdToken(provider: SignInProvider, idToken: string): Promise<void> {
  await jwtVerify(idToken, await fetchProviderKeys(provider), {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ["sub", "iat", "exp"],
    clockTolerance: 30,
  });
}
