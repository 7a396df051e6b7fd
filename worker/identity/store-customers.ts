import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import type { CustomerAddress } from "./resolve-customer.ts";

/**
 * Returns the SQL of the id of the user whom an address stands for; NULL if it is nobody. An id is returned as it is.
 * @param providers the ids of the configured providers: an identity is indexed by its provider
 */
export function customerIdOf(address: CustomerAddress, providers: string[]): SQL {
  if ("customer" in address) return sql`${address.customer}`;
  if ("email" in address)
    return sql`(SELECT id FROM users WHERE email = ${address.email.toLowerCase()}
      AND email_verified = 1 AND status <> 'deleted')`;
  // A provider that is no longer configured was stored with its issuer as its id.
  const names = JSON.stringify([...providers, address.issuer]);
  return sql`(SELECT user_id FROM identities WHERE provider IN (SELECT value FROM json_each(${names}))
    AND subject = ${address.subject} AND issuer = ${address.issuer} ORDER BY created_at LIMIT 1)`;
}

export async function findCustomerId(db: Database, customerId: SQL): Promise<string | null> {
  const found = sql`SELECT id FROM users WHERE id = ${customerId} AND status <> 'deleted'`;
  return (await db.get<{ id: string } | undefined>(found))?.id ?? null;
}
