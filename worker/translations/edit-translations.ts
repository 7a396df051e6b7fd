import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { storeRendered } from "../markdown/show-markdown.ts";
import type { Translations } from "./schema.ts";
import {
  deleteTranslation,
  listAllTranslations,
  upsertTranslation,
  type TranslationRow,
} from "./store.ts";
import { recordChange } from "../audit/record-change.ts";
import { legalPages } from "../shared/legal-pages.ts";

/** Fields in Markdown. Their HTML is stored when they are saved, and the audit log has only their lengths. */
const markdownFields: ReadonlySet<string> = new Set([
  "description",
  "excerpt",
  "body",
  ...legalPages,
]);

/**
 * Returns the texts of these objects in all languages, by id. An object without any is not in the map.
 * @param fields only these; left out for all
 */
export async function readTranslations<Field extends string = string>(
  ctx: Ctx,
  targetIds: string[],
  fields?: Field[],
): Promise<Map<string, Translations<Field>>> {
  const rows = targetIds.length === 0 ? [] : await listAllTranslations(ctx.db, targetIds, fields);
  const byTarget = Map.groupBy(rows, ({ targetId }) => targetId);
  return new Map(
    [...byTarget].map(([id, own]) => [id, toTranslations(own) as Translations<Field>]),
  );
}

function toTranslations(rows: Pick<TranslationRow, "locale" | "field" | "text">[]): Translations {
  const result: Record<string, Record<string, string>> = {};
  for (const { locale, field, text } of rows) (result[locale] ??= {})[field] = text;
  return result;
}

/** Lists the texts that are not blank. */
export function listTexts(translations: Translations) {
  return Object.entries(translations)
    .flatMap(([locale, texts]) =>
      Object.entries(texts).flatMap(([field, text]) =>
        text === undefined || text.trim() === "" ? [] : [{ locale, field, text }],
      ),
    )
    .toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

/** What changes, and what the audit log stores of it: `before` and `after` name each text, as `name (de)`. */
export type TranslationChanges = {
  statements: Statement[];
  before: Record<string, string | null>;
  after: Record<string, string | null>;
};

/**
 * Returns the writes that give an object exactly these translations; null if it has them. The batch must also have an
 * audit entry with `before` and `after`.
 * @param input.before from `readTranslations`
 * @param input.after all of them, parsed; undefined leaves everything as it is
 */
export function prepareTranslations(
  ctx: Ctx,
  input: {
    targetId: string;
    before: Translations | undefined;
    after: Translations | undefined;
  },
): TranslationChanges | null {
  const { targetId } = input;
  if (!input.after) return null;
  const before = new Map(listTexts(input.before ?? {}).map((each) => [toKey(each), each]));
  const after = new Map(listTexts(input.after).map((each) => [toKey(each), each]));
  const removed = [...before].filter(([key]) => !after.has(key));
  const written = [...after].filter(([key, { text }]) => before.get(key)?.text !== text);
  if (removed.length + written.length === 0) return null;
  const changedKeys = [...removed, ...written].map(([key]) => key);
  const describe = (texts: typeof before) =>
    Object.fromEntries(changedKeys.map((key) => [key, describeText(texts.get(key))]));
  return {
    statements: [
      ...removed.map(([, { locale, field }]) =>
        deleteTranslation(ctx.db, { targetId, locale, field }),
      ),
      ...written.map(([, each]) =>
        upsertTranslation(ctx.db, { ...each, targetId, updatedAt: ctx.now }),
      ),
      ...storeRendered(
        ctx,
        written.flatMap(([, { field, text }]) => (markdownFields.has(field) ? [text] : [])),
      ),
    ],
    before: describe(before),
    after: describe(after),
  };
}

/** Returns the writes that give an object exactly these translations, with an audit entry of their own. */
export function writeTranslations(
  ctx: Ctx,
  input: Parameters<typeof prepareTranslations>[1] & {
    action: "product.updated" | "benefit.updated" | "settings.updated";
  },
): Statement[] {
  const changes = prepareTranslations(ctx, input);
  if (!changes) return [];
  const { statements, before, after } = changes;
  const { action, targetId } = input;
  return [...statements, recordChange(ctx, { action, targetId, before, after })];
}

const toKey = ({ locale, field }: { locale: string; field: string }) => `${field} (${locale})`;

function describeText(entry: { field: string; text: string } | undefined): string | null {
  if (!entry) return null;
  return markdownFields.has(entry.field) ? `${entry.text.length} characters` : entry.text;
}
