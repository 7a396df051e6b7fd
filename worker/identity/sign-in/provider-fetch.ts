import { customFetch, createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { isLoopback, type SignInProvider } from "../../config/sign-in-config.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";

const TIMEOUT_MS = 10 * SECOND;
const DISCOVERY_LIFE_MS = 30 * MINUTE;

/** The provider did not answer, or answered that it cannot now. Trying again later may help. */
export class ProviderUnreachable extends Error {}

type Discovered = { body: string; keepUntil: number };

// Per isolate, finished answers only: a pending fetch belongs to the request that began it.
const discovered = new Map<string, Discovered>();
const keySets = new Map<string, JWTVerifyGetKey>();

/**
 * `fetch` for everything that is asked of a provider: bounded in time, with the discovery document cached, so that
 * bogus callbacks cost the provider nothing.
 * @throws ProviderUnreachable when there is no answer within 10 s, or a 5xx or 429
 */
export async function fetchFromProvider(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const isDiscovery = url.endsWith("/.well-known/openid-configuration");
  const known = isDiscovery ? discovered.get(url) : undefined;
  if (known && known.keepUntil > Date.now()) return json(known.body);
  const response = await ask(input, init);
  if (!isDiscovery || !response.ok) return response;
  const body = await response.text();
  discovered.set(url, { body, keepUntil: Date.now() + DISCOVERY_LIFE_MS });
  return json(body);
}

/**
 * The keys a provider signs ID tokens with, cached by jose and fetched again for a key nobody knows, at most every 30 s.
 * @throws ProviderUnreachable, TypeError when the provider's metadata name no safe address
 */
export async function providerKeys({ issuer }: SignInProvider): Promise<JWTVerifyGetKey> {
  const response = await fetchFromProvider(
    `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
  );
  const { jwks_uri: address } = await response.json<{ jwks_uri?: unknown }>();
  if (typeof address !== "string") throw new TypeError("the provider's metadata name no jwks_uri");
  const known = keySets.get(address);
  if (known) return known;
  const url = new URL(address);
  if (url.protocol !== "https:" && !isLoopback(url))
    throw new TypeError("the provider's jwks_uri is not https");
  const keys = createRemoteJWKSet(url, { [customFetch]: fetchFromProvider });
  keySets.set(address, keys);
  return keys;
}

/** For Apple, which has no userinfo endpoint: the library insists on an address, though it never asks there. */
export async function fetchApple(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetchFromProvider(input, init);
  const url = input instanceof Request ? input.url : String(input);
  if (!url.endsWith("/.well-known/openid-configuration") || !response.ok) return response;
  const metadata = await response.json<Record<string, unknown>>();
  return Response.json({ userinfo_endpoint: `${String(metadata.issuer)}/none`, ...metadata });
}

async function ask(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new ProviderUnreachable("no answer", { cause });
  }
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel();
    throw new ProviderUnreachable(`answered ${response.status}`);
  }
  return response;
}

function json(body: string): Response {
  return new Response(body, { headers: { "content-type": "application/json" } });
}
