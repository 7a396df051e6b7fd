import { createPrivateKey } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Config } from "../../config/config.ts";

/** An Ed25519 key. `kid` is the RFC 7638 thumbprint: whoever has the public key can tell which it is. */
export type SigningKey = { kid: string; privateKey: JWK; publicKey: JWK };

/** What stands before the seed in a PKCS #8 private key (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

// Per isolate: the keys are those of the configuration.
const known = new Map<string, SigningKey>();

/** The configured keys; the first one signs. */
export async function openSigningKeys(config: Config): Promise<SigningKey[]> {
  return Promise.all(config.signingKeys.map(openSigningKey));
}

async function openSigningKey(seed: string): Promise<SigningKey> {
  const opened = known.get(seed);
  if (opened) return opened;
  const { kty, crv, x, d } = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, "base64url")]),
    format: "der",
    type: "pkcs8",
  }).export({ format: "jwk" }) as JWK;
  const bare = { kty, crv, x } as JWK;
  const kid = await calculateJwkThumbprint(bare);
  const key = {
    kid,
    privateKey: { ...bare, d } as JWK,
    publicKey: { ...bare, kid, alg: "EdDSA", use: "sig" },
  };
  known.set(seed, key);
  return key;
}

/** What license files are verified with, as RFC 7517 has it: also keys that no longer sign. */
export async function listPublicKeys(config: Config): Promise<{ keys: JWK[] }> {
  return { keys: (await openSigningKeys(config)).map(({ publicKey }) => publicKey) };
}
