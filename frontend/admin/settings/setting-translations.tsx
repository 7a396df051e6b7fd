import { useLingui } from "@lingui/react/macro";
import type { QueryClient } from "@tanstack/react-query";
import {
  getTranslation,
  listTargetLanguages,
  setTranslation,
  type ShopLanguages,
  type TranslatableText,
  type Translations,
} from "../translations/translation-values.ts";
import { TranslationsEditor } from "../translations/translations-editor.tsx";
import { settingTranslationsQuery, type SettingTranslations } from "./queries.ts";

/** The texts of a setting in the other languages of the shop, as a part of its form. */
export function SettingTranslationFields({
  languages,
  texts,
  form: { values, setValues, getFieldError },
}: {
  languages: ShopLanguages;
  /** Each `path` is the name of its field. */
  texts: TranslatableText[];
  form: {
    values: { translations: Translations };
    setValues: (changes: { translations: Translations }) => void;
    getFieldError: (path: string) => string | undefined;
  };
}) {
  const { t } = useLingui();
  const hasTexts = texts.some(({ original }) => original.trim() !== "");
  if (listTargetLanguages(languages).length === 0 || !hasTexts) return null;
  return (
    <section aria-label={t`Translations`}>
      <TranslationsEditor
        languages={languages}
        texts={texts}
        getText={(locale, path) => getTranslation(values.translations, { locale, field: path })}
        onChange={(locale, field, text) =>
          setValues({ translations: setTranslation(values.translations, { locale, field, text }) })
        }
        getError={(locale, path) => getFieldError(`translations.${locale}.${path}`)}
      />
    </section>
  );
}

/** Puts the saved translations of a setting into the cache. */
export function applySettingTranslations(
  client: QueryClient,
  saved: Partial<Omit<SettingTranslations, "languages">>,
): void {
  client.setQueryData(
    settingTranslationsQuery.queryKey,
    (before: SettingTranslations | undefined) => before && { ...before, ...saved },
  );
}
