import { customFetch, createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { isLoopback, type SignInProvider } from "../../config/sign-in-config.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";

const TIMEOUT_MS = 10 * SECOND;
const DISCOVERY_TTL_MS = 30 * MINUTE;

/** The provider did not respond, or responded that it is unavailable. A later retry may succeed. */
export class ProviderUnreachableError extends Error {}

type CachedDiscovery = { body: string; expiresAt: number };

// Cached per isolate. Only finished responses, since a pending fetch belongs to the request that started it.
const discoveryCache = new Map<string, CachedDiscovery>();
const keySetCache = new Map<string, JWTVerifyGetKey>();

/**
 * Fetches from a provider with a timeout, and caches the discovery document, so that bogus callbacks cause no requests
 * to the provider.
 * @throws ProviderUnreachableError if there is no response within 10 s, or a 5xx or 429
 */
export async function fetchFromProvider(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const isDiscovery = url.endsWith("/.well-known/openid-configuration");
  const cached = isDiscovery ? discoveryCache.get(url) : undefined;
  if (cached && cached.expiresAt > Date.now()) return jsonResponse(cached.body);
  const response = await fetchWithTimeout(input, init);
  if (!isDiscovery || !response.ok) return response;
  const body = await response.text();
  discoveryCache.set(url, { body, expiresAt: Date.now() + DISCOVERY_TTL_MS });
  return jsonResponse(body);
}

/**
 * Returns a provider's keys for ID tokens. jose caches them, and refetches them for an unknown key at most every 30 s.
 * @throws ProviderUnreachableError; TypeError if the provider's metadata has no safe URL
 */
export async function fetchProviderKeys({ issuer }: SignInProvider): Promise<JWTVerifyGetKey> {
  const response = await fetchFromProvider(
    `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
  );
  const { jwks_uri: jwksUri } = await response.json<{ jwks_uri?: unknown }>();
  if (typeof jwksUri !== "string") throw new TypeError("the provider's metadata name no jwks_uri");
  const cached = keySetCache.get(jwksUri);
  if (cached) return cached;
  const url = new URL(jwksUri);
  if (url.protocol !== "https:" && !isLoopback(url))
    throw new TypeError("the provider's jwks_uri is not https");
  const keys = createRemoteJWKSet(url, { [customFetch]: fetchFromProvider });
  keySetCache.set(jwksUri, keys);
  return keys;
}

/**
 * Like `fetchFromProvider`, for Apple, which has no userinfo endpoint. The library requires a URL for it, but never
 * calls it.
 */
export async function fetchFromApple(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetchFromProvider(input, init);
  const url = input instanceof Request ? input.url : String(input);
  if (!url.endsWith("/.well-known/openid-configuration") || !response.ok) return response;
  const metadata = await response.json<Record<string, unknown>>();
  return Response.json({ userinfo_endpoint: `${String(metadata.issuer)}/none`, ...metadata });
}

async function fetchWithTimeout(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new ProviderUnreachableError("no answer", { cause });
  }
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel();
    throw new ProviderUnreachableError(`answered ${response.status}`);
  }
  return response;
}

function jsonResponse(body: string): Response {
  return new Response(body, { headers: { "content-type": "application/json" } });
}
