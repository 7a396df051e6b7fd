import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { grants } from "../../db/schema/grants.ts";
import { licenseKeys } from "../../db/schema/licenses.ts";
import type { Cursor } from "../../lib/cursor.ts";

/** Which keys a seller looks for; what is left out is any. */
export type KeyFilter = {
  benefitId?: string | undefined;
  id?: string | undefined;
  keyHash?: string | undefined;
  userId?: string | undefined;
};

/** Keys with their grants and owners, newest first, after the end of the page before. */
export function listKeys(
  db: Database,
  input: { filter: KeyFilter; after?: Cursor | undefined; limit: number },
) {
  const { benefitId, id, keyHash, userId } = input.filter;
  return db
    .select({
      key: licenseKeys,
      grant: grants,
      owner: { id: users.id, name: users.name, email: users.email },
    })
    .from(licenseKeys)
    .leftJoin(grants, eq(grants.id, licenseKeys.grantId))
    .leftJoin(users, eq(users.id, licenseKeys.userId))
    .where(
      and(
        benefitId === undefined ? undefined : eq(licenseKeys.benefitId, benefitId),
        id === undefined ? undefined : eq(licenseKeys.id, id),
        keyHash === undefined ? undefined : eq(licenseKeys.keyHash, keyHash),
        userId === undefined ? undefined : eq(licenseKeys.userId, userId),
        input.after === undefined
          ? undefined
          : sql`(${licenseKeys.createdAt}, ${licenseKeys.id}) < (${input.after.value}, ${input.after.id})`,
      ),
    )
    .orderBy(desc(licenseKeys.createdAt), desc(licenseKeys.id))
    .limit(input.limit);
}

export function setDisabled(db: Database, input: { id: string; disabledAt: number | null }) {
  return db
    .update(licenseKeys)
    .set({ disabledAt: input.disabledAt })
    .where(eq(licenseKeys.id, input.id));
}
