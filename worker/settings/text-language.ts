import type { Ctx, TextLanguage } from "../context.ts";
import { isLocale } from "../shared/locales.ts";
import { pickLocale, readLanguages, type LanguageSettings } from "./languages.ts";

/** Returns `ctx.texts` for readers of a language: null where the seller's texts are read as they were written. */
export function toTextLanguage(locale: string, languages: LanguageSettings): TextLanguage | null {
  const { default: fallback } = languages;
  return isLocale(locale) && locale !== fallback ? { locale, fallback } : null;
}

/**
 * Returns a context in which the seller's texts are read in a language, for a reader who does not make this request:
 * that of an email, or of a preview.
 * @param locale a language tag; null, or one that the shop does not offer, for the default language
 */
export async function withTextsIn<Each extends Ctx>(
  ctx: Each,
  locale: string | null,
): Promise<Each> {
  const languages = await readLanguages(ctx);
  return { ...ctx, texts: toTextLanguage(pickLocale(locale, languages), languages) };
}
