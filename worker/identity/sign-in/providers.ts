import { customFetch } from "@auth/core";
import type { OAuthConfig, OIDCConfig } from "@auth/core/providers";
import Apple from "@auth/core/providers/apple";
import type { SignInProvider } from "../../config/sign-in-config.ts";
import type { Attempt } from "./sign-in-attempt.ts";
import { mintAppleSecret } from "./create-apple-client-secret.ts";
import { mergeClaims, readClaims, type Claims, type Person } from "./claims.ts";
import { fetchGitHubClaims } from "./github-claims.ts";
import { readAppleClaims, readMicrosoftClaims } from "./provider-claims.ts";
import { fetchApple, fetchFromProvider } from "./provider-fetch.ts";

const SCOPE = "openid email profile";

/** The library's form of a configured provider. Whom the provider names is noted in the attempt. */
export async function toAuthProvider(
  provider: SignInProvider,
  attempt: Attempt,
): Promise<OIDCConfig<Claims> | OAuthConfig<Claims>> {
  const { id, name, issuer, clientId } = provider;
  const named = (read: (claims: Claims) => Person) => ({
    profile(claims: Claims, tokens: { id_token?: string | null }) {
      const person = read(mergeClaims(claims, tokens.id_token));
      attempt.person = person;
      // An empty id signs nobody in; an undefined one would be replaced by a random one.
      return {
        id: person.subject,
        name: person.name,
        email: person.email ?? undefined,
        image: person.image,
      };
    },
    // No token of a provider is ever kept.
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
        authorization: { params: { scope: SCOPE } },
        checks: ["pkce", "state", "nonce"],
        idToken: false,
        ...named(provider.kind === "microsoft" ? readMicrosoftClaims : readClaims),
        [customFetch]: fetchFromProvider,
      };
    case "apple":
      return {
        ...Apple({ clientId, clientSecret: await mintAppleSecret(provider) }),
        id,
        name,
        authorization: { params: { scope: "openid name email", response_mode: "form_post" } },
        // Apple knows no PKCE.
        checks: ["state", "nonce"],
        ...named(readAppleClaims),
        [customFetch]: fetchApple,
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
        ...named(readClaims),
        [customFetch]: fetchFromProvider,
      };
  }
}
