import { randomBytes } from "node:crypto";
import type { SqlDatabase } from "../../database/database.ts";
import type { Permissions } from "./permissions.ts";

/** The restricted keys (`rk_test_…`) of all accounts. */
export interface RestrictedKeys {
  /** Creates a key for the account with this secret key. */
  create(account: string, permissions: string[]): string;
  /** Returns the secret key of the account that a restricted key belongs to, and its permissions. */
  find(key: string): { account: string; permissions: Permissions } | undefined;
}

export function createRestrictedKeys(database: SqlDatabase): RestrictedKeys {
  return {
    create(account, permissions) {
      const key = `rk_test_${randomBytes(24).toString("hex")}`;
      database
        .prepare("INSERT INTO restricted_keys (key, account, permissions) VALUES (?, ?, ?)")
        .run(key, account, JSON.stringify(permissions));
      return key;
    },
    find(key) {
      const row = database.prepare("SELECT * FROM restricted_keys WHERE key = ?").get(key);
      return (
        row && {
          account: String(row.account),
          permissions: new Set(JSON.parse(String(row.permissions)) as string[]),
        }
      );
    },
  };
}
