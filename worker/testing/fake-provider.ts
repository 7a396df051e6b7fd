import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { vi } from "vitest";

/** How this provider lies. Each field replaces what an honest one would answer. */
export type Lies = {
  metadata?: Record<string, unknown>;
  /** Claims of the ID token; undefined ones are left out. */
  idToken?: Record<string, unknown>;
  /** Signs with a key that the provider's key set does not have. */
  forged?: boolean;
  /** An ID token of any text, an unsigned one for instance. */
  rawIdToken?: (claims: Record<string, unknown>) => string;
  userinfo?: Record<string, unknown>;
  /** Status of everything it answers. */
  status?: number;
};

const keys = await generateKeyPair("RS256");
const otherKeys = await generateKeyPair("RS256");

/**
 * An OpenID provider that exists only as answers to `fetch`, for what a real one would never do. `env` configures a
 * shop that trusts it. Its issuer is new each time, so that nothing is cached. The caller restores mocks.
 */
export function openFakeProvider(lies: Lies = {}) {
  const issuer = `https://${crypto.randomUUID()}.test`;
  const asked: string[] = [];
  let nonce = "";

  const honestFetch = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.origin !== issuer) return honestFetch(input, init);
    asked.push(url.pathname);
    if (lies.status !== undefined) return new Response("no", { status: lies.status });
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
          ...lies.metadata,
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
          ...lies.userinfo,
        });
      default:
        return new Response(null, { status: 404 });
    }
  }

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const honest = { iss: issuer, aud: "gatehouse", sub: "eve", nonce, iat: now, exp: now + 300 };
    const claims = JSON.parse(JSON.stringify({ ...honest, ...lies.idToken })) as Record<
      string,
      unknown
    >;
    if (lies.rawIdToken) return lies.rawIdToken(claims);
    return sign(claims, lies.forged ? otherKeys.privateKey : keys.privateKey);
  }

  return {
    issuer,
    /** Paths the shop has asked for, in order. */
    asked,
    env: { ...env, OIDC_ISSUER: issuer } as Env,

    /** The callback an honest browser would come back with. */
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
