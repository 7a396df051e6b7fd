import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { getDirection, type Locale } from "../../../worker/shared/locales.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { PreviewLink } from "../frame/new-tab-links.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { TextArea, TextField } from "../../ui/field/fields.tsx";
import {
  isBlank,
  listTargetLanguages,
  type ShopLanguages,
  type TranslatableText,
} from "./translation-values.ts";
import styles from "./translations-editor.module.css";
import shapes from "../frame/shapes.module.css";

type Texts = {
  languages: ShopLanguages;
  texts: TranslatableText[];
  getText: (locale: Locale, path: string) => string;
  onChange: (locale: Locale, path: string, text: string) => void;
  getError: (locale: Locale, path: string) => string | undefined;
};

/**
 * The texts of an object in the other languages of the shop: a button for each language, which says how many texts it
 * has, and its fields. A language with an error opens by itself.
 * @param props.getPreviewUrl of the object in a language, as buyers will see it
 */
export function TranslationsEditor({
  getPreviewUrl,
  ...fields
}: Texts & { getPreviewUrl?: (locale: Locale) => string }) {
  const { t } = useLingui();
  const { languages, texts, getError } = fields;
  const [opened, setOpened] = useState<Locale | null>(null);
  const { language: nameOf } = useFormats();
  const id = useId();
  const targets = listTargetLanguages(languages);
  const hasError = (locale: Locale) => texts.some(({ path }) => getError(locale, path));
  const withError = targets.find(hasError);
  const shown = withError && !(opened && hasError(opened)) ? withError : opened;
  const source = nameOf(languages.default);
  const missing = targets.flatMap((locale) => {
    const count = countMissing(fields, locale);
    return count > 0 && count < countOriginals(texts) ? [{ locale, count }] : [];
  });
  return (
    <div className={shapes.fields}>
      <fieldset aria-labelledby={`${id}-label`} className={styles.languages}>
        <span id={`${id}-label`}>
          <Trans comment="Before a row of buttons with languages">Translate into</Trans>
        </span>
        {targets.map((locale) => {
          const total = countOriginals(texts);
          const done = total - countMissing(fields, locale);
          return (
            <button
              key={locale}
              type="button"
              aria-expanded={shown === locale}
              aria-controls={shown === locale ? `${id}-fields` : undefined}
              data-error={hasError(locale) || undefined}
              onClick={() => setOpened(shown === locale ? null : locale)}
            >
              {nameOf(locale)}{" "}
              <span className={styles.count}>
                <span aria-hidden="true">
                  {done}/{total}
                </span>
                <VisuallyHidden>
                  <Trans>
                    {done} of <Plural value={total} one="# text" other="# texts" />
                  </Trans>
                </VisuallyHidden>
              </span>
            </button>
          );
        })}
      </fieldset>
      {shown && (
        <fieldset id={`${id}-fields`} className={shapes.fields}>
          <legend>
            <VisuallyHidden>{nameOf(shown)}</VisuallyHidden>
          </legend>
          <TranslationFields
            {...fields}
            key={shown}
            locale={shown}
            source={source}
            onChange={(...change) => {
              // It stays open when its last error is gone.
              setOpened(shown);
              fields.onChange(...change);
            }}
          />
          {getPreviewUrl && (
            <p>
              <PreviewLink href={getPreviewUrl(shown)} language={nameOf(shown)} />
            </p>
          )}
        </fieldset>
      )}
      {missing.length > 0 && (
        <p className={shapes.soft}>
          {missing.map(({ locale, count }) => (
            <span key={locale}>
              <MissingSentence language={nameOf(locale)} source={source} count={count} />{" "}
            </span>
          ))}
        </p>
      )}
      {missing.length === 0 && !shown && (
        <p className={shapes.soft}>{t`Texts that have no translation are shown in ${source}.`}</p>
      )}
    </div>
  );
}

function MissingSentence({
  language,
  source,
  count,
}: {
  language: string;
  source: string;
  count: number;
}) {
  return (
    <Plural
      value={count}
      one={`# text has no ${language} translation and is shown in ${source}.`}
      other={`# texts have no ${language} translation and are shown in ${source}.`}
    />
  );
}

function TranslationFields({
  texts,
  getText,
  onChange,
  getError,
  locale,
  source,
}: Texts & { locale: Locale; source: string }) {
  const shown = texts.filter(
    ({ path, original }) => !isBlank(original) || !isBlank(getText(locale, path)),
  );
  const groups = Map.groupBy(shown, ({ group }) => group);
  return [...groups].map(([group, own]) => {
    const fields = own.map((text) => (
      <TranslationField
        key={text.path}
        text={text}
        locale={locale}
        source={source}
        value={getText(locale, text.path)}
        error={getError(locale, text.path)}
        onChange={(value) => onChange(locale, text.path, value)}
      />
    ));
    if (group === undefined) return fields;
    return (
      <fieldset key={own[0]!.path} className={shapes.fields}>
        <legend className={styles.group} dir="auto">
          {group}
        </legend>
        {fields}
      </fieldset>
    );
  });
}

/** One text, and below it the one that it translates; behind a summary if it is long. */
function TranslationField({
  text: { label, kind, original, maxLength },
  locale,
  source,
  value,
  error,
  onChange,
}: {
  text: TranslatableText;
  locale: Locale;
  source: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const { t } = useLingui();
  const attributes = { label, error, value, lang: locale, dir: getDirection(locale) };
  if (kind !== "markdown") {
    const hint = isBlank(original) ? undefined : t`${source}: ${original}`;
    const change = (event: { target: { value: string } }) => onChange(event.target.value);
    const field = { ...attributes, hint, maxLength, onChange: change };
    return kind === "line" ? <TextField {...field} /> : <TextArea {...field} rows={2} />;
  }
  return (
    <div>
      <MarkdownEditor {...attributes} rows={6} onChange={onChange} />
      {!isBlank(original) && (
        <details className={styles.original}>
          <summary>{t`Text in ${source}`}</summary>
          <div dir="auto">{original}</div>
        </details>
      )}
    </div>
  );
}

const countOriginals = (texts: TranslatableText[]) =>
  texts.filter(({ original }) => !isBlank(original)).length;

function countMissing({ texts, getText }: Pick<Texts, "texts" | "getText">, locale: Locale) {
  return texts.filter(({ path, original }) => !isBlank(original) && isBlank(getText(locale, path)))
    .length;
}
