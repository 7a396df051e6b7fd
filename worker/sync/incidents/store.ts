import { desc, eq, getTableColumns } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { customers } from "../../db/schema/billing.ts";
import { incidents } from "../../db/schema/sweeps.ts";

export type IncidentRow = typeof incidents.$inferSelect;

/** The same finding is written once. */
export function insertIncident(db: Database, row: typeof incidents.$inferInsert) {
  return db.insert(incidents).values(row).onConflictDoNothing();
}

/** An incident and whose it is; a person who is gone has no name. */
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
    .leftJoin(customers, eq(customers.id, incidents.customerId))
    .leftJoin(users, eq(users.id, customers.userId))
    .where(eq(incidents.mode, mode))
    .orderBy(desc(incidents.createdAt))
    .limit(limit);
}
