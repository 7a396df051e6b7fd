import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { grants } from "../../db/schema/grants.ts";
import { licenseKeys } from "../../db/schema/licenses.ts";

/** Which keys a seller looks for; what is left out is any. */
export type KeyFilter = {
  benefitId?: string | undefined;
  id?: string | undefined;
  keyHash?: string | undefined;
  userId?: string | undefined;
};

/** Keys with their grants and owners, newest first, by id before `beforeId`. */
export function listKeys(
  db: Database,
  input: { filter: KeyFilter; beforeId: string | undefined; limit: number },
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
        input.beforeId === undefined ? undefined : lt(licenseKeys.id, input.beforeId),
      ),
    )
    .orderBy(desc(licenseKeys.id))
    .limit(input.limit);
}

/** Disables or enables; the moment it was disabled first stays. */
export function setDisabled(db: Database, input: { id: string; isDisabled: boolean; now: number }) {
  return db
    .update(licenseKeys)
    .set({ disabledAt: input.isDisabled ? input.now : null })
    .where(
      and(
        eq(licenseKeys.id, input.id),
        input.isDisabled ? isNull(licenseKeys.disabledAt) : isNotNull(licenseKeys.disabledAt),
      ),
    );
}
