import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { isOneOf, matches, type Database, type Statement } from "../db/client.ts";
import { translations } from "../db/schema/translations.ts";

export type TranslationRow = typeof translations.$inferSelect;

/** Lists the texts of these fields, or of all, in one language: a seek in the primary key for each object. */
export function listTranslations(
  db: Database,
  input: { targetIds: string[]; locale: string; fields?: string[] | undefined },
) {
  const { targetId, field, text } = translations;
  return db
    .select({ targetId, field, text })
    .from(translations)
    .where(
      and(
        isOneOf(targetId, input.targetIds),
        eq(translations.locale, input.locale),
        input.fields && inArray(field, input.fields),
      ),
    );
}

/** Lists the texts of these fields, or all, of these objects in all languages. */
export function listAllTranslations(db: Database, targetIds: string[], fields?: string[]) {
  const { targetId, locale, field, text } = translations;
  return db
    .select({ targetId, locale, field, text })
    .from(translations)
    .where(and(isOneOf(targetId, targetIds), fields && inArray(field, fields)))
    .orderBy(asc(targetId), asc(locale), asc(field));
}

export function upsertTranslation(db: Database, row: TranslationRow): Statement {
  const { text, updatedAt } = row;
  return db
    .insert(translations)
    .values(row)
    .onConflictDoUpdate({
      target: [translations.targetId, translations.locale, translations.field],
      set: { text, updatedAt },
    });
}

export function deleteTranslation(
  db: Database,
  { targetId, locale, field }: Pick<TranslationRow, "targetId" | "locale" | "field">,
): Statement {
  return db.delete(translations).where(matches(translations, { targetId, locale, field }));
}

/** Whether an object has exactly these texts, for a guard of a batch. */
export function hasExactly(
  targetId: string,
  rows: Pick<TranslationRow, "locale" | "field" | "text">[],
) {
  const expected = JSON.stringify(rows.map(({ locale, field, text }) => [locale, field, text]));
  const own = sql`FROM ${translations} WHERE ${translations.targetId} = ${targetId}`;
  return sql`(SELECT count(*) ${own}) = ${rows.length} AND (SELECT count(*) ${own} AND EXISTS (
    SELECT 1 FROM json_each(${expected}) AS expected
    WHERE expected.value ->> 0 = ${translations.locale} AND expected.value ->> 1 = ${translations.field}
      AND expected.value ->> 2 = ${translations.text})) = ${rows.length}`;
}
