import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../form/form-frame.tsx";
import { useForm } from "../form/use-form.ts";
import { SelectField, TextArea } from "../../ui/field/fields.tsx";
import {
  consentSettingsQuery,
  saveConsent,
  type SettingTranslations,
  applySettingTranslations,
} from "./queries.ts";
import { FormTranslations } from "../translations/form-translations.tsx";

type Consent = Awaited<ReturnType<typeof saveConsent>>;

function useAskOptions(): { value: Consent["ask"]; label: string }[] {
  const { t } = useLingui();
  return [
    { value: "none", label: t`None` },
    { value: "terms", label: t`Terms of service` },
    { value: "terms_and_waiver", label: t`Terms of service and immediate access` },
  ];
}

/** What the text is if it is left blank. */
function describeTextField(i18n: I18n, ask: Consent["ask"]): string {
  return ask === "terms_and_waiver"
    ? i18n._(
        msg`Leave blank for: “I agree to the terms of service and ask for access right away. I understand that I lose my right of withdrawal once access begins.” Write links like this: [terms](https://example.com).`,
      )
    : i18n._(
        msg`Leave blank to use Stripe’s default text. Write links like this: [terms](https://example.com).`,
      );
}

/** What buyers must agree to before they pay. */
export function ConsentForm({
  consent,
  translations,
}: {
  consent: Consent;
  translations: SettingTranslations;
}) {
  const { t, i18n } = useLingui();
  const askOptions = useAskOptions();
  const form = useForm({
    savedValues: { ...consent, translations: translations.consent },
    save: async (values) => ({
      saved: await saveConsent(values),
      consent: values.translations,
    }),
    onSaved: ({ saved, consent }, client) => {
      client.setQueryData(consentSettingsQuery.queryKey, saved);
      applySettingTranslations(client, { consent });
    },
  });
  const { values, setValues, getFieldError } = form;
  return (
    <PageSection title={t`Consent at checkout`}>
      <FormFrame form={form} submitLabel={t`Save consent`}>
        <SelectField
          label={t`Required consent`}
          hint={t`Customers check a box on the Stripe checkout page. The order records what they agreed to and when. In the European Union, customers can withdraw from a purchase of digital goods for 14 days unless they agree to immediate access.`}
          options={askOptions}
          value={values.ask}
          error={getFieldError("ask")}
          onChange={(event) => setValues({ ask: event.target.value as Consent["ask"] })}
        />
        {values.ask !== "none" && (
          <TextArea
            label={t`Text next to the checkbox`}
            hint={describeTextField(i18n, values.ask)}
            rows={3}
            value={values.text ?? ""}
            error={getFieldError("text")}
            onChange={(event) => setValues({ text: event.target.value || null })}
          />
        )}
        {values.ask !== "none" && (
          <FormTranslations
            languages={translations.languages}
            texts={[
              {
                path: "text",
                label: t`Text next to the checkbox`,
                kind: "area",
                original: values.text ?? "",
                maxLength: 1200,
              },
            ]}
            form={form}
          />
        )}
      </FormFrame>
    </PageSection>
  );
}
