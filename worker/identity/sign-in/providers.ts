import { customFetch } from "@auth/core";
import type { OAuthConfig, OIDCConfig } from "@auth/core/providers";
import Apple from "@auth/core/providers/apple";
import type { SignInProvider } from "../../config/sign-in-config.ts";
import type { SignInAttempt } from "./sign-in-attempt.ts";
import { mergeClaims, readClaims, type Claims, type ProviderProfile } from "./claims.ts";
import { fetchGitHubClaims } from "./github-claims.ts";
import { readAppleClaims, readMicrosoftClaims } from "./provider-claims.ts";
import { fetchFromApple, fetchFromProvider } from "./provider-fetch.ts";
import { importPKCS8, SignJWT } from "jose";

const SCOPE = "openid email profile";

/** Converts a configured provider to the library's format. The provider's claims are stored in `attempt`. */
export async function toAuthProvider(
  provider: SignInProvider,
  attempt: SignInAttempt,
): Promise<OIDCConfig<Claims> | OAuthConfig<Claims>> {
  const { id, name, issuer, clientId } = provider;
  const withProfile = (read: (claims: Claims) => ProviderProfile) => ({
    profile(claims: Claims, tokens: { id_token?: string | null }) {
      const profile = read(mergeClaims(claims, tokens.id_token));
      attempt.providerProfile = profile;
      // With an empty id the sign-in is refused. The library would replace an undefined one with a random id.
      return {
        id: profile.subject,
        name: profile.name,
        email: profile.email ?? undefined,
        image: profile.image,
      };
    },
    // Never store the provider's tokens.
    account: () => ({}),
  });

  switch (provider.kind) {
    case "oidc":
    case "google":
    case "microsoft":
      return {
        type: "oidc",
        id,
        name,
        issuer,
        clientId,
        clientSecret: provider.clientSecret,
        authorization: {
          params: {
            scope: SCOPE,
            // Google sends `auth_time` only if it is asked for, and if session age claims are on for the client.
            ...(provider.kind === "google" && {
              claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
            }),
          },
        },
        checks: ["pkce", "state", "nonce"],
        idToken: false,
        ...withProfile(provider.kind === "microsoft" ? readMicrosoftClaims : readClaims),
        [customFetch]: fetchFromProvider,
      };
    case "apple":
      return {
        ...Apple({ clientId, clientSecret: await createAppleClientSecret(provider) }),
        id,
        name,
        authorization: { params: { scope: "openid name email", response_mode: "form_post" } },
        // Apple doesn't support PKCE.
        checks: ["state", "nonce"],
        ...withProfile(readAppleClaims),
        [customFetch]: fetchFromApple,
      } as OIDCConfig<Claims>;
    case "github":
      return {
        type: "oauth",
        id,
        name,
        issuer,
        clientId,
        clientSecret: provider.clientSecret,
        authorization: {
          url: "https://github.com/login/oauth/authorize",
          params: { scope: "read:user user:email" },
        },
        token: "https://github.com/login/oauth/access_token",
        userinfo: {
          url: "https://api.github.com/user",
          request: ({ tokens }: { tokens: { access_token?: string } }) =>
            fetchGitHubClaims(tokens.access_token ?? ""),
        },
        checks: ["pkce", "state"],
        ...withProfile(readClaims),
        [customFetch]: fetchFromProvider,
      };
  }
}

/** Returns Apple's client secret: a JWT signed with the seller's key, valid for five minutes. */
async function createAppleClientSecret(
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
