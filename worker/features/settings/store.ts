import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { settings } from "../../db/schema/settings.ts";

export type SettingName = typeof settings.$inferSelect.name;

export function findSetting(db: Database, name: SettingName) {
  return db.select().from(settings).where(eq(settings.name, name)).get();
}

export function putSetting(db: Database, row: typeof settings.$inferInsert) {
  const { value, updatedAt } = row;
  return db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt } });
}
