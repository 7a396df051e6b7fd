import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { vi } from "vitest";

/** How this provider misbehaves. Each field replaces the response of a correct provider. */
export type ProviderOverrides = {
  metadata?: Record<string, unknown>;
  /** Claims of the ID token; undefined ones are left out. */
  idToken?: Record<string, unknown>;
  /** Signs with a key that the provider's key set does not have. */
  isForged?: boolean;
  /** Returns the ID token to send, for example an unsigned one. */
  rawIdToken?: (claims: Record<string, unknown>) => string;
  userinfo?: Record<string, unknown>;
  /** The status of every response. */
  status?: number;
};

const keys = await generateKeyPair("RS256");
const otherKeys = await generateKeyPair("RS256");

/**
 * Creates an OpenID provider by mocking `fetch`, to test responses that a real provider never sends. `env` configures a
 * shop that trusts it. Each one has a new issuer, so nothing is cached. The caller restores the mocks.
 */
export function createFakeProvider(overrides: ProviderOverrides = {}) {
  const issuer = `https://${crypto.randomUUID()}.test`;
  const requestedPaths: string[] = [];
  let nonce = "";

  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.origin !== issuer) return originalFetch(input, init);
    requestedPaths.push(url.pathname);
    if (overrides.status !== undefined) return new Response("no", { status: overrides.status });
    return answer(url.pathname);
  });

  async function answer(path: string): Promise<Response> {
    switch (path) {
      case "/.well-known/openid-configuration":
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          authorization_response_iss_parameter_supported: true,
          ...overrides.metadata,
        });
      case "/jwks":
        return Response.json({
          keys: [{ ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256", use: "sig" }],
        });
      case "/token":
        return Response.json({
          access_token: "at-secret",
          token_type: "bearer",
          id_token: await idToken(),
        });
      case "/userinfo":
        return Response.json({
          sub: "eve",
          email: "eve@example.com",
          email_verified: true,
          ...overrides.userinfo,
        });
      default:
        return new Response(null, { status: 404 });
    }
  }

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const defaultClaims = {
      iss: issuer,
      aud: "gatehouse",
      sub: "eve",
      nonce,
      iat: now,
      exp: now + 300,
    };
    const claims = JSON.parse(JSON.stringify({ ...defaultClaims, ...overrides.idToken })) as Record<
      string,
      unknown
    >;
    if (overrides.rawIdToken) return overrides.rawIdToken(claims);
    return sign(claims, overrides.isForged ? otherKeys.privateKey : keys.privateKey);
  }

  return {
    issuer,
    /** The paths that the shop requested, in order. */
    requestedPaths,
    env: { ...env, OIDC_ISSUER: issuer } as Env,

    /** Returns the callback path that a real browser would request after approval. */
    approve(authorizationUrl: string, params: Record<string, string> = {}): string {
      const url = new URL(authorizationUrl);
      nonce = url.searchParams.get("nonce") ?? "";
      const state = url.searchParams.get("state") ?? "";
      return `/api/auth/callback/oidc?${new URLSearchParams({ code: "code-secret", state, iss: issuer, ...params })}`;
    },
  };
}

function sign(claims: Record<string, unknown>, key: CryptoKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(key);
}
