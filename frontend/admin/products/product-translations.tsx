import { useLingui } from "@lingui/react/macro";
import {
  fileNameField,
  savedNameField,
  versionLabelField,
  type FileTextField,
} from "../../../worker/shared/file-text-fields.ts";
import type { Locale } from "../../../worker/shared/locales.ts";
import { previewPaths } from "../frame/console-paths.ts";
import { PageSection } from "../frame/console-page.tsx";
import {
  getTranslation,
  listTargetLanguages,
  setTranslation,
  type TranslatableText,
} from "../translations/translation-values.ts";
import { TranslationsEditor } from "../translations/translations-editor.tsx";
import type { BenefitFormValues } from "./benefits/benefit-part.ts";
import type { EditableProduct } from "./editor-queries.ts";
import type { ProductForm } from "./use-product-form.ts";

type SavedFile = EditableProduct["benefits"][number]["files"][number];
type ProductField = "name" | "tagline" | "description";
type BenefitField = "name" | "note" | FileTextField;

/** The texts of a product, its benefits and their files in the other languages of the shop. */
export function ProductTranslations({
  product: { id, languages, benefits: saved },
  form,
}: {
  product: EditableProduct;
  form: ProductForm;
}) {
  const { t } = useLingui();
  const { values, getFieldError } = form;
  const texts = useProductTexts(form, saved);
  if (listTargetLanguages(languages).length === 0) return null;
  return (
    <PageSection
      title={t`Translations`}
      description={t`Buyers read these texts in their language. Prices are the same in every language, and so is what is in the files.`}
    >
      <TranslationsEditor
        languages={languages}
        texts={texts}
        getText={(locale, path) => {
          const place = parsePath(path, values.benefits);
          return "row" in place
            ? getTranslation(place.row.translations, { locale, field: place.field })
            : getTranslation(values.translations, { locale, field: place.field });
        }}
        onChange={(locale, path, text) => changeText(form, { locale, path, text })}
        getError={(locale, path) => getFieldError(toErrorPath(locale, path))}
        getPreviewUrl={(locale) => `${previewPaths.product(id)}?lang=${locale}`}
      />
    </PageSection>
  );
}

/**
 * Returns the texts of a product and of its saved benefits. A new benefit has no id yet that says which one a
 * translation belongs to, so it can be translated once it is saved.
 */
function useProductTexts(
  { values }: ProductForm,
  saved: EditableProduct["benefits"],
): TranslatableText[] {
  const { t } = useLingui();
  const { name, tagline, description, benefits } = values;
  const listFileTexts = ({ id, name: title, versionId, label, fileName }: SavedFile) => [
    toLine(fileNameField(id), t`File: ${title}`, title, 120),
    ...(versionId === null
      ? []
      : [
          toLine(versionLabelField(versionId), t`Version of ${title}`, label ?? "", 60),
          toLine(savedNameField(versionId), t`${title} is saved as`, fileName ?? "", 120),
        ]),
  ];
  const ofBenefits = benefits
    .filter(({ version }) => version !== null)
    .flatMap(({ key, name: group, note }): TranslatableText[] => [
      { ...toLine(`${key} name`, t`Name`, group, 120), group },
      {
        ...toLine(`${key} note`, t({ message: "Note", context: "for customers" }), note, 2000),
        kind: "area",
        group,
      },
      ...(saved.find(({ id }) => id === key)?.files ?? []).flatMap((file) =>
        listFileTexts(file).map((text) => ({ ...text, path: `${key} ${text.path}`, group })),
      ),
    ]);
  return [
    toLine("name", t`Name`, name, 120),
    toLine("tagline", t`Short description`, tagline, 200),
    { path: "description", label: t`Description`, kind: "markdown", original: description },
    ...ofBenefits,
  ];
}

const toLine = (
  path: string,
  label: string,
  original: string,
  maxLength: number,
): TranslatableText => ({ path, label, kind: "line", original, maxLength });

function changeText(
  { values, setValues }: ProductForm,
  { locale, path, text }: { locale: Locale; path: string; text: string },
): void {
  const place = parsePath(path, values.benefits);
  const errorPaths = [toErrorPath(locale, path)];
  if ("row" in place) {
    const { row, field } = place;
    const translations = setTranslation(row.translations, { locale, field, text });
    const benefits = values.benefits.map((each) =>
      each.key === row.key ? { ...each, translations } : each,
    );
    setValues({ benefits }, errorPaths);
  } else {
    const change = { locale, field: place.field, text };
    setValues({ translations: setTranslation(values.translations, change) }, errorPaths);
  }
}

/** Finds what a path stands for: a field of the product, or of a benefit as `bnf_1 name`. */
function parsePath(
  path: string,
  benefits: BenefitFormValues[],
): { field: ProductField } | { row: BenefitFormValues; field: BenefitField } {
  const [key, field] = path.split(" ");
  const row = benefits.find((each) => each.key === key);
  return row && field ? { row, field: field as BenefitField } : { field: path as ProductField };
}

function toErrorPath(locale: Locale, path: string): string {
  const [key, field] = path.split(" ");
  return field === undefined
    ? `translations.${locale}.${path}`
    : `benefits.${key}.translations.${locale}.${field}`;
}
