import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";

/** While keys are younger, they are used without looking for newer ones. */
const FRESH_MS = 10 * 60_000;
/** How long to wait after a fetch before the next one, even if it failed. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;

/** The shop's keys could not be fetched, and none are known from before. */
export class KeysUnavailableError extends Error {}

/** One for each shop, so that all verifications share its keys. */
const keySets = new Map<string, JWTVerifyGetKey>();

/** Returns the function that finds the shop's public key for a token. It remembers the keys for as long as it runs. */
export function findKeySet(issuer: string): JWTVerifyGetKey {
  const known = keySets.get(issuer);
  if (known) return known;
  const keySet = createKeySet(new URL("/.well-known/jwks.json", issuer).href);
  keySets.set(issuer, keySet);
  return keySet;
}

/**
 * Keys are fetched at the first token, again for a key id that they don't have, and in the background when they are no
 * longer fresh: if that fails, the known ones stay in use, so that verification goes on without a network.
 */
function createKeySet(url: string): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt = 0;
  let lastTriedAt = -Infinity;
  let pending: Promise<void> | undefined;

  const load = async () => {
    try {
      keys = await fetchKeys(url);
      fetchedAt = Date.now();
    } finally {
      // Only now: a token with a new key that arrives during the fetch must wait for it, not be refused.
      lastTriedAt = Date.now();
      pending = undefined;
    }
  };
  const reload = () => (canShareRequests() ? (pending ??= load()) : load());
  const isCoolingDown = () => Date.now() - lastTriedAt < COOLDOWN_MS;

  return async (header, token) => {
    if (!keys) await reload();
    else if (Date.now() - fetchedAt > FRESH_MS && !isCoolingDown()) void reload().catch(() => {});
    try {
      return await keys!(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || isCoolingDown()) throw error;
      await reload().catch(() => {});
      return keys!(header, token);
    }
  };
}

async function fetchKeys(url: string): Promise<JWTVerifyGetKey> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The answer has the status ${response.status}`);
    return createLocalJWKSet((await response.json()) as JSONWebKeySet);
  } catch (cause) {
    throw new KeysUnavailableError(`The keys at ${url} could not be fetched`, { cause });
  }
}

/** In Cloudflare Workers, a request cannot wait for what another request has sent. */
const canShareRequests = () => globalThis.navigator?.userAgent !== "Cloudflare-Workers";
