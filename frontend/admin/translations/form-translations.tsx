import { useLingui } from "@lingui/react/macro";
import type { Locale } from "../../../worker/shared/locales.ts";
import {
  getTranslation,
  isBlank,
  listTargetLanguages,
  setTranslation,
  type ShopLanguages,
  type TranslatableText,
  type Translations,
} from "./translation-values.ts";
import { TranslationsEditor } from "./translations-editor.tsx";

/** The texts of a form in the other languages of the shop, as a part of it. */
export function FormTranslations<Field extends string>({
  languages,
  texts,
  form: { values, setValues, getFieldError },
  getPreviewUrl,
}: {
  languages: ShopLanguages;
  /** Each `path` is the name of its field. */
  texts: (TranslatableText & { path: Field })[];
  form: {
    values: { translations: Translations<Field> };
    setValues: (changes: { translations: Translations<Field> }) => void;
    getFieldError: (path: string) => string | undefined;
  };
  /** Of the object in a language, as buyers will see it. */
  getPreviewUrl?: (locale: Locale) => string;
}) {
  const { t } = useLingui();
  const { translations } = values;
  const hasTexts = texts.some(({ original }) => !isBlank(original));
  if (listTargetLanguages(languages).length === 0 || !hasTexts) return null;
  return (
    <section aria-label={t`Translations`}>
      <TranslationsEditor
        languages={languages}
        texts={texts}
        getText={(locale, path) => getTranslation(translations, { locale, field: path as Field })}
        onChange={(locale, path, text) => {
          const change = { locale, field: path as Field, text };
          setValues({ translations: setTranslation(translations, change) });
        }}
        getError={(locale, path) => getFieldError(`translations.${locale}.${path}`)}
        {...(getPreviewUrl && { getPreviewUrl })}
      />
    </section>
  );
}
