import { isOneOf, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";

/** Returns the names of users, or their emails if they have no name, by id. Deleted users have neither. */
export async function mapUserNames(
  db: Database,
  ids: string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(isOneOf(users.id, ids));
  return new Map(rows.map(({ id, name, email }) => [id, name ?? email]));
}
