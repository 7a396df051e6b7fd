import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { settings } from "../db/schema/settings.ts";

export type SettingName = typeof settings.$inferSelect.name;

export function findSetting(db: Database, name: SettingName) {
  return db.select().from(settings).where(eq(settings.name, name)).get();
}

export function upsertSetting(db: Database, row: typeof settings.$inferInsert) {
  const { value, updatedAt } = row;
  return db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt } });
}

/**
 * Merges the given fields into a value inside the database, so concurrent changes of different fields all take effect.
 * Null removes a field.
 */
export function mergeSetting(db: Database, row: typeof settings.$inferInsert) {
  return db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({
      target: settings.name,
      set: {
        value: sql`json_patch(${settings.value}, excluded.value)`,
        updatedAt: row.updatedAt,
      },
    });
}

/** Returns the names of the legal pages that have a text, without the texts. */
export function listNonEmptyLegalTexts(db: Database) {
  return db.all<{ page: string }>(
    sql`SELECT key AS page FROM settings, json_each(settings.value) WHERE name = 'legal' AND trim(json_each.value) <> ''`,
  );
}
