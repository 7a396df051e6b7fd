import { and, eq, ne, or, sql, type SQL } from "drizzle-orm";
import { isRefusedBy, type Database, type Statement } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { pick, withoutUndefined } from "../lib/pick.ts";
import type { CustomerAddress } from "./customer-address.ts";

/** A piece of SQL, with one value between each two texts. */
type Template = { texts: string[]; values: string[] };

/**
 * Returns the SQL of the id of the user with an address; NULL if there is none. An id is returned as it is.
 * @param providers the ids of the configured providers: an identity is indexed by its provider
 */
function toTemplate(address: CustomerAddress, providers: string[]): Template {
  if ("customer" in address) return { texts: ["", ""], values: [address.customer] };
  if ("externalId" in address)
    return {
      texts: ["(SELECT id FROM users WHERE external_id = ", ")"],
      values: [address.externalId],
    };
  if ("email" in address)
    return {
      texts: [
        "(SELECT id FROM users WHERE email = ",
        " AND email_verified = 1 AND status <> 'deleted')",
      ],
      values: [address.email.toLowerCase()],
    };
  // With and without a slash at the end, which discovery does not distinguish.
  const issuers = [address.issuer.replace(/\/$/, "")].flatMap((bare) => [bare, `${bare}/`]);
  // A provider that is no longer configured was stored with its issuer as its id.
  const names = JSON.stringify([...providers, ...issuers]);
  return {
    texts: [
      "(SELECT user_id FROM identities WHERE provider IN (SELECT value FROM json_each(",
      ")) AND subject = ",
      " AND issuer IN (",
      ", ",
      ") ORDER BY created_at LIMIT 1)",
    ],
    values: [names, address.subject, ...issuers],
  };
}

/** Returns the SQL of a customer's id, for a Drizzle query. */
export function customerIdOf(address: CustomerAddress, providers: string[]): SQL {
  const { texts, values } = toTemplate(address, providers);
  return sql.join(
    texts.flatMap((text, at) => [...(at > 0 ? [sql`${values[at - 1]}`] : []), sql.raw(text)]),
  );
}

/** Returns the same for a query written as text, with numbered placeholders. @param first the first one's number */
export function customerIdText(
  address: CustomerAddress,
  providers: string[],
  first: number,
): { text: string; values: string[] } {
  const { texts, values } = toTemplate(address, providers);
  return { text: texts.reduce((text, next, at) => `${text}?${first + at - 1}${next}`), values };
}

export async function findCustomerId(db: Database, customerId: SQL): Promise<string | null> {
  const found = sql`SELECT id FROM users WHERE id = ${customerId} AND status <> 'deleted'`;
  return (await db.get<{ id: string } | undefined>(found))?.id ?? null;
}

/** What the seller's own program attaches to a customer. */
export type AttachedFields = {
  externalId?: string | null | undefined;
  metadata?: Record<string, string> | null | undefined;
};

/** Changes what is attached to a customer, unless it is that already. The fields that are left out stay. */
export function updateAttached(
  db: Database,
  userId: string,
  { updatedAt, ...fields }: AttachedFields & { updatedAt: number },
): Statement {
  const changes = withoutUndefined(fields);
  const differs = Object.entries(changes).map(
    ([name, value]) =>
      sql`${users[name as keyof AttachedFields]} IS NOT ${value && typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  return db
    .update(users)
    .set({ ...changes, updatedAt })
    .where(and(eq(users.id, userId), ne(users.status, "deleted"), or(sql`0`, ...differs)));
}

/** Returns what is attached to a customer. */
export async function findAttached(db: Database, userId: string): Promise<AttachedFields> {
  const columns = pick(users, ["externalId", "metadata"]);
  return (await db.select(columns).from(users).where(eq(users.id, userId)).get()) ?? {};
}

/** Attaches to a customer what is attached to them not yet. */
export function addAttached(
  db: Database,
  userId: string,
  { externalId, metadata }: AttachedFields,
): Statement {
  const json = metadata ? JSON.stringify(metadata) : null;
  return db
    .update(users)
    .set({
      externalId: sql`coalesce(${users.externalId}, ${externalId ?? null})`,
      metadata: sql`coalesce(${users.metadata}, ${json})`,
    })
    .where(eq(users.id, userId));
}

/** Returns whether a batch was refused because another customer has the external id. */
export const isExternalIdTaken = (error: unknown): boolean =>
  isRefusedBy("users.external_id", error);
