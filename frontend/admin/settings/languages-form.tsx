import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isLocale, locales, type Locale } from "../../../worker/lib/locales.ts";
import { shopQuery } from "../../http/shop.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import styles from "./languages-form.module.css";
import { languageSettingsQuery, saveLanguages, settingTranslationsQuery } from "./queries.ts";

/** The languages that buyers can choose, and the one for everybody else. */
export function LanguagesForm() {
  const { t } = useLingui();
  return (
    <PageSection
      id="languages"
      title={t`Languages`}
      description={t`Buyers see the shop and receive emails in the language of their browser, or the one they choose at the bottom of a page.`}
    >
      <QueryBoundary query={useQuery(languageSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({ settings }: { settings: { default: Locale; offered: Locale[] } }) {
  const { t } = useLingui();
  const formats = useFormats();
  const client = useQueryClient();
  const form = useForm({
    savedValues: settings,
    save: saveLanguages,
    onSaved: (saved) => {
      client.setQueryData(languageSettingsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: shopQuery.queryKey });
      void client.invalidateQueries({ queryKey: settingTranslationsQuery.queryKey });
    },
  });
  const { default: byDefault, offered } = form.values;
  const toggle = (locale: Locale, isOffered: boolean) =>
    form.setValues({
      offered: locales.filter((each) => (each === locale ? isOffered : offered.includes(each))),
    });
  const chooseDefault = (locale: Locale) =>
    form.setValues({
      default: locale,
      offered: locales.filter((each) => each === locale || offered.includes(each)),
    });
  return (
    <FormFrame form={form} submitLabel={t`Save languages`}>
      <SelectField
        label={t`Default language`}
        hint={t`For buyers whose language you don’t offer. Write your own texts in this language.`}
        value={byDefault}
        onChange={({ target }) => isLocale(target.value) && chooseDefault(target.value)}
        options={locales.map((locale) => ({ value: locale, label: formats.language(locale) }))}
      />
      <fieldset className={styles.offered}>
        <legend>{t`Offered languages`}</legend>
        {locales.map((locale) => (
          <CheckField
            key={locale}
            label={formats.language(locale)}
            checked={offered.includes(locale)}
            disabled={locale === byDefault}
            onChange={({ target }) => toggle(locale, target.checked)}
          />
        ))}
      </fieldset>
    </FormFrame>
  );
}
