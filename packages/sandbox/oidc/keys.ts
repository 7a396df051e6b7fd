import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { JWKS } from "oidc-provider";

/** What a provider must remember to be the same one after a restart. */
export type ProviderKeys = { jwks: JWKS; cookieKeys: string[] };

/** The provider's signing and cookie keys: made once, then read from the database. */
export function loadKeys(database: DatabaseSync): ProviderKeys {
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
