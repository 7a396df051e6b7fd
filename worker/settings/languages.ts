import { z } from "zod";
import type { Ctx } from "../context.ts";
import { readSiteState } from "../db/site-version.ts";
import { isLocale, locales, matchLocale, sourceLocale, type Locale } from "../shared/locales.ts";
import { saveSetting } from "./define-setting.ts";
import { findSetting } from "./store.ts";

const schema = z
  .strictObject({
    default: z.enum(locales),
    offered: z.array(z.enum(locales)).max(locales.length),
  })
  .refine((languages) => languages.offered.includes(languages.default), {
    path: ["offered"],
    message: "Offer the default language, too.",
  })
  .transform((languages) => sort(languages));

/**
 * The languages of the shop for buyers. `default` is for readers of other languages, and the language that the seller
 * writes in first.
 */
export type LanguageSettings = { default: Locale; offered: Locale[] };

const storedLanguages = z.object({ default: z.string(), offered: z.array(z.string()) }).partial();

/** Returns the languages that the seller offers; all of them, and English by default, if they have chosen nothing. */
export async function readLanguages(
  ctx: Pick<Ctx, "db" | "now" | "clockOffsetMs">,
): Promise<LanguageSettings> {
  const { languages } = await readSiteState(ctx.db.$client, ctx.now - ctx.clockOffsetMs);
  return languages === null ? getDefaultLanguages() : parseLanguages(JSON.parse(languages));
}

/** The languages of a shop whose team has not chosen any. */
export function getDefaultLanguages(): LanguageSettings {
  return { default: sourceLocale, offered: [...locales] };
}

/** Lists the languages that the shop offers besides its default one. */
export const listOtherLanguages = (languages: LanguageSettings): Locale[] =>
  languages.offered.filter((locale) => locale !== languages.default);

/** Saves which languages the shop offers. Readers of a language that is no longer offered get the default one. */
export async function saveLanguages(
  ctx: Ctx,
  input: LanguageSettings,
  version?: number,
): Promise<LanguageSettings> {
  const before = await readSavedLanguages(ctx);
  await saveSetting(ctx, { name: "languages", before, after: input, version });
  return input;
}

/** For an edit, which begins from what is stored now, and not from what a Worker remembers. */
async function readSavedLanguages(ctx: Ctx): Promise<LanguageSettings> {
  return parseLanguages((await findSetting(ctx.db, "languages"))?.value ?? {});
}

/** The languages as a setting. */
export const languageSettings = {
  name: "languages",
  schema,
  read: readSavedLanguages,
  save: saveLanguages,
} as const;

/**
 * Returns the language of an email to a user.
 * @param stored `users.locale` or `orders.locale`; null if it is not known
 */
export function pickLocale(stored: string | null, languages: LanguageSettings): Locale {
  return matchLocale(stored === null ? [] : [stored], languages.offered) ?? languages.default;
}

/** Ignores languages that this version of the shop no longer has. */
function parseLanguages(value: unknown): LanguageSettings {
  const stored = storedLanguages.parse(value);
  const byDefault = isLocale(stored.default) ? stored.default : sourceLocale;
  const offered = stored.offered?.filter(isLocale) ?? [...locales];
  return sort({ default: byDefault, offered: [...offered, byDefault] });
}

/** In the order of `locales`, each once. */
function sort({ default: byDefault, offered }: LanguageSettings): LanguageSettings {
  return { default: byDefault, offered: locales.filter((locale) => offered.includes(locale)) };
}
