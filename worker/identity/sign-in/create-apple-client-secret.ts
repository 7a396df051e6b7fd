import { importPKCS8, SignJWT } from "jose";
import type { SignInProvider } from "../../config/sign-in-config.ts";

/** Returns Apple's client secret: a JWT signed with the seller's key, valid for five minutes. */
export async function createAppleClientSecret(
  provider: Extract<SignInProvider, { kind: "apple" }>,
): Promise<string> {
  const key = await importPKCS8(provider.key.privateKey, "ES256");
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: provider.key.keyId })
    .setIssuer(provider.key.teamId)
    .setSubject(provider.clientId)
    .setAudience(provider.issuer)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key);
}
