import { useLingui } from "@lingui/react/macro";
import { previewPaths } from "../frame/console-paths.ts";
import {
  getTranslation,
  listTargetLanguages,
  setTranslation,
  type TranslatableText,
} from "../translations/translation-values.ts";
import { TranslationsEditor } from "../translations/translations-editor.tsx";
import type { PageSource } from "./queries.ts";

type PageField = "title" | "excerpt" | "body";
type PageTexts = Pick<PageSource, PageField | "translations">;

/** The texts of a page in the other languages of the shop. */
export function PageTranslations({
  page: { id, languages },
  form: { values, setValues, getFieldError },
}: {
  page: PageSource;
  form: {
    values: PageTexts;
    setValues: (changes: Pick<PageTexts, "translations">) => void;
    getFieldError: (path: string) => string | undefined;
  };
}) {
  const { t } = useLingui();
  if (listTargetLanguages(languages).length === 0) return null;
  const texts: TranslatableText[] = [
    { path: "title", label: t`Title`, kind: "line", original: values.title, maxLength: 120 },
    { path: "excerpt", label: t`Excerpt`, kind: "markdown", original: values.excerpt },
    { path: "body", label: t`Content`, kind: "markdown", original: values.body },
  ];
  return (
    <section aria-label={t`Translations`}>
      <TranslationsEditor
        languages={languages}
        texts={texts}
        getText={(locale, path) =>
          getTranslation(values.translations, { locale, field: path as PageField })
        }
        onChange={(locale, path, text) => {
          const change = { locale, field: path as PageField, text };
          setValues({ translations: setTranslation(values.translations, change) });
        }}
        getError={(locale, path) => getFieldError(`translations.${locale}.${path}`)}
        getPreviewUrl={(locale) => `${previewPaths.page(id)}?lang=${locale}`}
      />
    </section>
  );
}
