import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { SqlDatabase } from "../database/database.ts";
import type { JWKS } from "oidc-provider";

/** The keys a provider must keep, so that its tokens and cookies stay valid after a restart. */
export type ProviderKeys = { jwks: JWKS; cookieKeys: string[] };

/** Returns the provider's signing and cookie keys. Creates them on the first start. */
export function loadOrCreateKeys(database: SqlDatabase): ProviderKeys {
  database.exec(
    "CREATE TABLE IF NOT EXISTS oidc_keys (id INTEGER PRIMARY KEY CHECK (id = 1), keys TEXT NOT NULL) STRICT",
  );
  const row = database.prepare("SELECT keys FROM oidc_keys").get();
  if (row) return JSON.parse(String(row.keys)) as ProviderKeys;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys: ProviderKeys = {
    jwks: {
      keys: [{ ...privateKey.export({ format: "jwk" }), kty: "RSA", use: "sig", alg: "RS256" }],
    },
    cookieKeys: [randomBytes(32).toString("base64url")],
  };
  database.prepare("INSERT INTO oidc_keys (id, keys) VALUES (1, ?)").run(JSON.stringify(keys));
  return keys;
}
