import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { isLocale, locales, type Locale } from "../../../worker/shared/locales.ts";
import { shopQuery } from "../../http/shop.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField, SelectField } from "../../ui/field/fields.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { refetch } from "../frame/queries.ts";
import shapes from "../frame/shapes.module.css";
import { languageSettingsQuery, saveLanguages, settingTranslationsQuery } from "./queries.ts";

/** The languages that buyers can choose, and the one for all other buyers. */
export function LanguagesForm() {
  const { t } = useLingui();
  return (
    <PageSection
      id="languages"
      title={t`Languages`}
      description={t`Buyers see the shop and receive emails in the language of their browser, or the one they choose at the bottom of a page.`}
    >
      <QueryBoundary query={useQuery(languageSettingsQuery)}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({ settings }: { settings: Parameters<typeof saveLanguages>[0] }) {
  const { t } = useLingui();
  const formats = useFormats();
  const form = useForm({
    savedValues: settings,
    refetch: () => refetch(languageSettingsQuery),
    save: saveLanguages,
    onSaved: (saved, client) => {
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
        name="default"
        label={t`Default language`}
        hint={t`For buyers whose language you don’t offer. Write your own texts in this language.`}
        value={byDefault}
        onChange={({ target }) => isLocale(target.value) && chooseDefault(target.value)}
        options={locales.map((locale) => ({ value: locale, label: formats.language(locale) }))}
      />
      <fieldset className={shapes.checks}>
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
