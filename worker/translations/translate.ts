import type { Ctx } from "../context.ts";
import { listTranslations } from "./store.ts";

/**
 * The language of each text that is not in the language of the page: it has no translation, and is in the shop's
 * default language. Screens put it into `lang`, so that a screen reader pronounces the text rightly.
 */
export type Langs<Field extends string> = { langs?: { [Name in Field]?: string } };

/** Puts the texts of `ctx.texts` over those of a row, field by field. A field without a translation stays as it is. */
export type Translate = <Row extends { id: string }, Field extends string & keyof Row>(
  row: Row,
  fields: readonly Field[],
) => Row & Langs<Field>;

/**
 * Loads the texts of these objects in the language of `ctx.texts` with one statement, none for the default language.
 * @param input.ids of products, benefits and pages, or names of settings
 * @param input.fields all that `Translate` is called with; left out for all fields
 */
export async function mapTranslations(
  ctx: Ctx,
  input: { ids: string[]; fields?: string[] },
): Promise<Translate> {
  const language = ctx.texts;
  if (!language || input.ids.length === 0) return (row) => row;
  const rows = await listTranslations(ctx.db, {
    targetIds: [...new Set(input.ids)],
    locale: language.locale,
    fields: input.fields,
  });
  const texts = new Map(rows.map(({ targetId, field, text }) => [`${targetId} ${field}`, text]));
  return (row, fields) => {
    const translated: Record<string, unknown> = { ...row };
    const langs: Record<string, string> = {};
    for (const field of fields) {
      const text = texts.get(`${row.id} ${field}`);
      if (text !== undefined) translated[field] = text;
      else if (!isBlank(row[field])) langs[field] = language.fallback;
    }
    if (Object.keys(langs).length > 0) translated.langs = langs;
    return translated as typeof row;
  };
}

/** Returns rows with their texts in the language of `ctx.texts`. Costs one statement, or none. */
export async function translateRows<Row extends { id: string }, Field extends string & keyof Row>(
  ctx: Ctx,
  rows: Row[],
  fields: readonly Field[],
): Promise<(Row & Langs<Field>)[]> {
  const translate = await mapTranslations(ctx, {
    ids: rows.map(({ id }) => id),
    fields: [...fields],
  });
  return rows.map((row) => translate(row, fields));
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}
