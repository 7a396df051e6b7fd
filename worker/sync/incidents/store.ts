import { desc, eq, getTableColumns } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import { incidents } from "../../db/schema/sweeps.ts";

export type IncidentRow = typeof incidents.$inferSelect;

/** Inserts an incident, unless it is already recorded. */
export function insertIncident(db: Database, row: typeof incidents.$inferInsert) {
  return db.insert(incidents).values(row).onConflictDoNothing();
}

/** An incident and its user. The user fields are null if the user no longer exists. */
export type ListedIncident = IncidentRow & {
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
};

/** Newest first. */
export function listIncidents(db: Database, mode: Mode, limit: number): Promise<ListedIncident[]> {
  return db
    .select({
      ...getTableColumns(incidents),
      userId: users.id,
      userName: users.name,
      userEmail: users.email,
    })
    .from(incidents)
    .leftJoin(stripeCustomers, eq(stripeCustomers.id, incidents.customerId))
    .leftJoin(users, eq(users.id, stripeCustomers.userId))
    .where(eq(incidents.mode, mode))
    .orderBy(desc(incidents.createdAt))
    .limit(limit);
}
