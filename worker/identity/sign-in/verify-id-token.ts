import { jwtVerify } from "jose";
import type { SignInProvider } from "../../config/sign-in-config.ts";
import { providerKeys } from "./provider-fetch.ts";

// Asymmetric only: with HS256 the client secret would do for a key, and with none anything.
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
 * Checks what the library leaves out: the ID token's signature. Issuer, audience and expiry are checked with it.
 * @throws JOSEError when the token is not the provider's or not for this shop; ProviderUnreachable
 */
export async function verifyIdToken(provider: SignInProvider, idToken: string): Promise<void> {
  await jwtVerify(idToken, await providerKeys(provider), {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ["sub", "iat", "exp"],
    clockTolerance: 30,
  });
}
