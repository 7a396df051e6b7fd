import { eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { users } from "../db/schema/account.ts";

/** Returns the language that a user has chosen or was shown last, as it is stored; null if the shop was never told. */
export async function findUserLocale(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .select({ locale: users.locale })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  return row?.locale ?? null;
}

/** @param locale BCP 47 */
export function updateLocale(db: Database, userId: string, locale: string) {
  return db.update(users).set({ locale }).where(eq(users.id, userId));
}

/** @param timeZone an IANA name */
export function updateTimeZone(db: Database, userId: string, timeZone: string) {
  return db.update(users).set({ timeZone }).where(eq(users.id, userId));
}
