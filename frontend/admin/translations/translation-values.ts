import type { Locale } from "../../../worker/shared/locales.ts";
import type { Translations } from "../../../worker/translations/schema.ts";

export type { Translations };

/** The languages of the shop, as the console's answers have them. */
export type ShopLanguages = { default: Locale; offered: Locale[] };

/** A text that can be translated. `original` is in the shop's default language. */
export type TranslatableText = {
  /** Tells the texts of one editor apart. */
  path: string;
  label: string;
  kind: "line" | "area" | "markdown";
  original: string;
  maxLength?: number;
  /** The name of the part that it belongs to, such as a benefit. */
  group?: string;
};

export const isBlank = (text: string | undefined) => text === undefined || text.trim() === "";

/** Returns the languages that texts can be translated into. */
export function listTargetLanguages(languages: ShopLanguages): Locale[] {
  return languages.offered.filter((locale) => locale !== languages.default);
}

/** Undefined in changes that an older version of the shop kept in the browser. */
type Kept<Field extends string> = Translations<Field> | undefined;

/** Returns one text; empty if there is none. */
export function getTranslation<Field extends string>(
  translations: Kept<Field>,
  { locale, field }: { locale: Locale; field: NoInfer<Field> },
): string {
  return translations?.[locale]?.[field] ?? "";
}

/** Returns translations in which one text is replaced. A blank one is removed. */
export function setTranslation<Field extends string>(
  translations: Kept<Field>,
  { locale, field, text }: { locale: Locale; field: Field; text: string },
): Translations<Field> {
  const { [field]: _, ...others }: { [Each in Field]?: string } = translations?.[locale] ?? {};
  const texts = text === "" ? others : { ...others, [field]: text };
  const { [locale]: __, ...rest } = translations ?? {};
  return (
    Object.keys(texts).length > 0 ? { ...rest, [locale]: texts } : rest
  ) as Translations<Field>;
}

function listFields<Field extends string>(translations: Kept<Field>) {
  return Object.entries(translations ?? {}).flatMap(([locale, texts]) =>
    Object.keys((texts as object | undefined) ?? {}).map((field) => ({
      locale: locale as Locale,
      field: field as Field,
    })),
  );
}

/** Whether two translations have the same texts, in any order. */
export function areSameTranslations(a: Kept<string>, b: Kept<string>): boolean {
  const toText = (translations: Kept<string>) =>
    listFields(translations)
      .map(({ locale, field }) =>
        JSON.stringify([locale, field, getTranslation(translations, { locale, field })]),
      )
      .toSorted()
      .join();
  return toText(a) === toText(b);
}
