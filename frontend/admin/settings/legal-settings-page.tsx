import type { MessageDescriptor, I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery, type QueryKey } from "@tanstack/react-query";
import { Link } from "wouter";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { toOptions } from "../frame/label.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import type { routeQuery } from "../../http/route-query.ts";
import { paths } from "../../paths.ts";
import { legalPageTitles } from "../../shell/page-titles.ts";
import { legalPages, type LegalPage } from "../../../worker/shared/legal-pages.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import {
  applySavedShop,
  consentSettingsQuery,
  legalFactsQuery,
  legalSettingsQuery,
  saveLegalPages,
  settingTranslationsQuery,
  type SettingTranslations,
  applySettingTranslations,
  saveConsent,
} from "./queries.ts";
import { FormTranslations } from "../translations/form-translations.tsx";
import { getTranslation, setTranslation } from "../translations/translation-values.ts";
import type { LegalFacts } from "./legal-templates/collect-facts.ts";
import { findTemplateVersion, makePage } from "./legal-templates/templates.ts";
import { TemplateOffer } from "./template-offer.tsx";
import { refetch } from "../frame/queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";
import { SelectField, TextArea } from "../../ui/field/fields.tsx";

type Texts = Awaited<ReturnType<typeof saveLegalPages>>;

const hints: Record<LegalPage, MessageDescriptor> = {
  terms: msg`The terms that customers agree to.`,
  privacy: msg`How you handle personal data.`,
  refunds: msg`When you issue refunds and how to request one.`,
  withdrawal: msg`How consumers withdraw from a contract, with the model form. For the European Union and the United Kingdom.`,
  imprint: msg`Your legal details, where the law requires them.`,
  accessibility: msg`How accessible your shop is. For the European Union, unless you are a small firm.`,
  japan: msg`The disclosures of Japan’s Act on Specified Commercial Transactions.`,
  brazil: msg`What Decreto 7.962 of Brazil asks for: who you are, and how to change one’s mind.`,
};

/** `/admin/settings/legal`: the legal texts that every page's footer links to, and what buyers agree to at checkout. */
export default function LegalSettingsPage() {
  const { t } = useLingui();
  const translations = useQuery(settingTranslationsQuery);
  const facts = useQuery(legalFactsQuery);
  return (
    <SectionLayout
      section="settings"
      description={t`Written in Markdown. The footer of every page links to the pages that have content.`}
    >
      <QueryBoundary query={useQuery(legalSettingsQuery)} lines={8}>
        {(texts) => (
          <QueryBoundary query={translations} lines={8}>
            {(translations) => (
              <QueryBoundary query={facts} lines={8}>
                {(facts) => <LegalForm texts={texts} translations={translations} facts={facts} />}
              </QueryBoundary>
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
      <QueryBoundary query={useQuery(consentSettingsQuery)} lines={3}>
        {(consent) => (
          <QueryBoundary query={translations} lines={3}>
            {(translations) => <ConsentForm consent={consent} translations={translations} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </SectionLayout>
  );
}

/** The translations are saved with the setting: they are read after its version. */
const refetchWithTexts = async <Value, Key extends QueryKey>(
  query: ReturnType<typeof routeQuery<Value, Key>>,
) => [await refetch(query), await refetch(settingTranslationsQuery)] as const;

function LegalForm({
  texts,
  translations,
  facts,
}: {
  texts: Texts;
  translations: SettingTranslations;
  facts: LegalFacts;
}) {
  const { t, i18n } = useLingui();
  const form = useForm({
    savedValues: { ...texts, translations: translations.legal },
    freshSignIn: "legal",
    refetch: async () => {
      const [current, { legal }] = await refetchWithTexts(legalSettingsQuery);
      return { ...current, translations: legal };
    },
    save: async (values) => ({
      saved: await saveLegalPages(values),
      legal: values.translations,
    }),
    onSaved: async ({ saved, legal }, client) => {
      client.setQueryData(legalSettingsQuery.queryKey, saved);
      applySettingTranslations(client, { legal });
      await Promise.all([
        ...legalPages.map((page) => fetch(`/api/shop/legal/${page}`, { cache: "reload" })),
        applySavedShop(client),
      ]);
    },
  });
  const { values, setValues, getFieldError } = form;
  const { languages } = translations;
  const startFromTemplate = (page: LegalPage, version: string) => {
    const made = makePage(page, languages, facts, Date.now());
    setValues({ [page]: made.text });
    setValues({
      templates: { ...values.templates, [page]: version },
      translations: made.translations.reduce<typeof values.translations>(
        (all, { locale, text }) => setTranslation(all, { locale, field: page, text }),
        values.translations,
      ),
    });
  };
  return (
    <PageSection title={t`Legal pages`}>
      <FormFrame form={form} submitLabel={t`Save legal pages`}>
        {legalPages.map((page) => {
          const title = i18n._(legalPageTitles[page]);
          const version = findTemplateVersion(page);
          return (
            <div
              key={page}
              id={page}
              ref={location.hash === `#${page}` ? scrollIntoView : undefined}
            >
              <MarkdownEditor
                name={page}
                label={title}
                hint={
                  <>
                    {i18n._(hints[page])}{" "}
                    {texts[page].trim() !== "" && (
                      <Link href={paths.legal(page)}>{t`View page`}</Link>
                    )}
                  </>
                }
                rows={6}
                value={values[page]}
                onChange={(text) => setValues({ [page]: text })}
                error={getFieldError(page)}
              />
              {version !== null && (
                <TemplateOffer
                  title={title}
                  newest={version}
                  begun={values.templates[page]}
                  texts={[
                    values[page],
                    ...languages.offered.map((locale) =>
                      getTranslation(values.translations, { locale, field: page }),
                    ),
                  ]}
                  onStart={() => startFromTemplate(page, version)}
                />
              )}
            </div>
          );
        })}
        <FormTranslations
          languages={languages}
          texts={legalPages.map((page) => ({
            path: page,
            label: i18n._(legalPageTitles[page]),
            kind: "markdown",
            original: values[page],
          }))}
          form={form}
        />
      </FormFrame>
    </PageSection>
  );
}

/** The browser has looked for the fragment before the page's editor was there. */
const scrollIntoView = (element: Element | null) => element?.scrollIntoView();

type Consent = Awaited<ReturnType<typeof saveConsent>>;

/** What the text is if it is left blank. */
function describeTextField(i18n: I18n, ask: Consent["ask"]): string {
  return ask === "terms_and_waiver"
    ? i18n._(
        msg`Leave blank for: “I agree to the terms of service.” After your text follows what the law needs for the content and services in the product. Write links like this: [terms](https://example.com).`,
      )
    : i18n._(
        msg`Leave blank to use Stripe’s default text. Write links like this: [terms](https://example.com).`,
      );
}

/** What buyers must agree to before they pay. */
function ConsentForm({
  consent,
  translations,
}: {
  consent: Consent;
  translations: SettingTranslations;
}) {
  const { t, i18n } = useLingui();
  const form = useForm({
    savedValues: { ...consent, translations: translations.consent },
    refetch: async () => {
      const [current, { consent: texts }] = await refetchWithTexts(consentSettingsQuery);
      return { ...current, translations: texts };
    },
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
          hint={t`Customers check a box on the Stripe checkout page. The order records what they agreed to and when. In the European Union and the United Kingdom, customers can withdraw for 14 days. They lose that right for content only if they agree to immediate delivery, and pay for the used part of a service only if they asked for it to begin.`}
          options={toOptions<string>({
            none: t`None`,
            terms: t`Terms of service`,
            terms_and_waiver: t`Terms of service and immediate start`,
          } satisfies Record<Consent["ask"], string>)}
          {...form.field("ask")}
        />
        {values.ask !== "none" && (
          <TextArea
            name="text"
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
                maxLength: values.ask === "terms_and_waiver" ? 400 : 1200,
              },
            ]}
            form={form}
          />
        )}
      </FormFrame>
    </PageSection>
  );
}
