import { z } from "zod";
import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { writeTranslations, readTranslations } from "../translations/edit-translations.ts";
import { translationsOf, type Translations } from "../translations/schema.ts";
import { mapLegalPages, templateGap } from "../shared/legal-pages.ts";
import { readLanguages } from "./languages.ts";
import { markdown } from "../lib/markdown-schema.ts";

const legalText = markdown(50_000).refine((text) => !templateGap.test(text), {
  error: ({ input }) =>
    `Fill in or delete what is in double brackets: ${templateGap.exec(input as string)?.[0]}`,
});

/** The fields of the legal texts, in each language. */
export const legalTextFields = mapLegalPages(() => legalText);

/** The texts of settings in other languages, by setting. */
export const settingTranslations = {
  shop: translationsOf({ line: z.string().trim().max(200, "At most 200 characters") }),
  legal: translationsOf(legalTextFields),
  consent: translationsOf({ text: z.string().trim().max(1200, "At most 1,200 characters") }),
};

/** Returns the texts of all settings in other languages, and the languages of the shop. */
export async function readSettingTranslations(ctx: Ctx) {
  const [found, languages] = await Promise.all([
    readTranslations(ctx, Object.keys(settingTranslations)),
    readLanguages(ctx),
  ]);
  const textsOf = <Name extends keyof typeof settingTranslations>(name: Name) =>
    (found.get(name) ?? {}) as z.output<(typeof settingTranslations)[Name]>;
  return {
    languages,
    shop: textsOf("shop"),
    legal: textsOf("legal"),
    consent: textsOf("consent"),
  };
}

/**
 * Returns the writes that give a setting these translations, with their audit entry.
 * @param after all of them; undefined leaves them as they are
 */
export async function writeSettingTranslations(
  ctx: Ctx,
  targetId: keyof typeof settingTranslations,
  after: Translations | undefined,
): Promise<Statement[]> {
  if (!after) return [];
  const before = (await readTranslations(ctx, [targetId])).get(targetId);
  return writeTranslations(ctx, { action: "settings.updated", targetId, before, after });
}
