import { and, eq, gt, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { abortUnless, isAbortedAt, matches, type Database, type Statement } from "../db/client.ts";
import { legalVersions, settings } from "../db/schema/settings.ts";

export type SettingName = typeof settings.$inferSelect.name;

export function findSetting(db: Database, name: SettingName) {
  return db.select().from(settings).where(eq(settings.name, name)).get();
}

/** Returns all settings but the legal texts, each as a JSON text. */
export function listSettings(db: Database) {
  const { name, value, updatedAt } = settings;
  return db
    .select({ name, text: sql<string>`${value}`, updatedAt })
    .from(settings)
    .where(or(lt(name, "legal"), gt(name, "legal_more")));
}

/** Returns the rows of the legal texts: the first four pages, and the others. */
export function listLegalRows(db: Database) {
  return db
    .select({ value: settings.value })
    .from(settings)
    .where(inArray(settings.name, ["legal", "legal_more"]));
}

/** Aborts the batch if the setting was saved since this version. Must be the first statement. */
export function assertSettingUnchanged(input: { name: SettingName; version: number }) {
  const isUnchanged = eq(settings.updatedAt, input.version);
  return abortUnless(settings.value, isUnchanged, eq(settings.name, input.name));
}

/**
 * Aborts the batch unless the shop's days are still counted in this time zone (an IANA name).
 * @param also a further condition; asked only if the shop has chosen a zone
 */
export function assertTimeZone(timeZone: string, also?: SQL) {
  const isUnchanged = sql`coalesce(${settings.value} ->> 'timeZone', 'UTC') = ${timeZone}`;
  return abortUnless(settings.value, and(isUnchanged, also), eq(settings.name, "shop"));
}

/** Returns whether an error comes from `assertTimeZone`. */
export const isTimeZoneError = (error: unknown): boolean => isAbortedAt(settings.value, error);

/** Always later than before, so that two saves in one millisecond have different versions. */
const laterThanBefore = sql`max(excluded.updated_at, ${settings.updatedAt} + 1)`;

export function upsertSetting(db: Database, row: typeof settings.$inferInsert) {
  const { value } = row;
  return db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: laterThanBefore } });
}

/**
 * Merges the given fields into a value inside the database, so concurrent changes of different fields all take effect.
 * Null removes a field.
 */
export function mergeSetting(db: Database, row: typeof settings.$inferInsert): Statement {
  return db
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({
      target: settings.name,
      set: {
        value: sql`json_patch(${settings.value}, excluded.value)`,
        updatedAt: laterThanBefore,
      },
    });
}

/**
 * Returns the legal pages that have a text, without the texts, and when they were last saved together. `start`: of the
 * page about refunds, its first characters; null for the others.
 */
export function listNonEmptyLegalTexts(db: Database) {
  return db.all<{ page: string; updatedAt: number; start: string | null }>(
    sql`SELECT key AS page, updated_at AS updatedAt,
        iif(key = 'refunds', substr(json_each.value, 1, 600), NULL) AS start
      FROM settings, json_each(settings.value)
      WHERE name IN ('legal', 'legal_more') AND json_each.type = 'text' AND trim(json_each.value) <> ''`,
  );
}

type LegalVersionRow = typeof legalVersions.$inferSelect;

export function insertLegalVersion(db: Database, row: LegalVersionRow): Statement {
  return db.insert(legalVersions).values(row).onConflictDoNothing();
}

export function findLegalVersion(db: Database, which: Pick<LegalVersionRow, "page" | "hash">) {
  return db.select().from(legalVersions).where(matches(legalVersions, which)).get();
}
