import { createPrivateKey } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Config } from "../../config/config.ts";

/** An Ed25519 key. `kid` is the RFC 7638 thumbprint of the public key. */
export type SigningKey = { kid: string; privateKey: JWK; publicKey: JWK };

/** The bytes before the seed in a PKCS #8 private key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

// Cached per isolate: the keys come from the configuration.
const keyCache = new Map<string, SigningKey>();

/** Returns the configured keys; the first one signs. */
export async function readSigningKeys(config: Config): Promise<SigningKey[]> {
  return Promise.all(config.signingKeys.map(loadSigningKey));
}

async function loadSigningKey(seed: string): Promise<SigningKey> {
  const cached = keyCache.get(seed);
  if (cached) return cached;
  const { kty, crv, x, d } = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, "base64url")]),
    format: "der",
    type: "pkcs8",
  }).export({ format: "jwk" }) as JWK;
  const publicJwk = { kty, crv, x } as JWK;
  const kid = await calculateJwkThumbprint(publicJwk);
  const key = {
    kid,
    privateKey: { ...publicJwk, d } as JWK,
    publicKey: { ...publicJwk, kid, alg: "EdDSA", use: "sig" },
  };
  keyCache.set(seed, key);
  return key;
}

/** Returns the public keys that verify license files (RFC 7517), including keys that no longer sign. */
export async function listPublicKeys(config: Config): Promise<{ keys: JWK[] }> {
  return { keys: (await readSigningKeys(config)).map(({ publicKey }) => publicKey) };
}
