import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../form/form-frame.tsx";
import { useForm } from "../form/use-form.ts";
import { paths } from "../../paths.ts";
import { legalPageTitles } from "../../shell/page-titles.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ConsentForm } from "./consent-form.tsx";
import {
  applySavedShop,
  consentSettingsQuery,
  legalSettingsQuery,
  saveLegalPages,
  settingTranslationsQuery,
  type SettingTranslations,
  applySettingTranslations,
} from "./queries.ts";
import { FormTranslations } from "../translations/form-translations.tsx";
import { SectionLayout } from "../frame/section-layout.tsx";

type Page = keyof typeof legalPageTitles;
type Texts = Record<Page, string>;
const pages = Object.keys(legalPageTitles) as Page[];

const hints: Record<Page, MessageDescriptor> = {
  terms: msg`The terms that customers agree to.`,
  privacy: msg`How you handle personal data.`,
  refunds: msg`When you issue refunds and how to request one.`,
  imprint: msg`Your legal details, where the law requires them.`,
};

/** `/admin/settings/legal`: the legal texts that every page's footer links to, and what buyers agree to at checkout. */
export default function LegalSettingsPage() {
  const { t } = useLingui();
  const translations = useQuery(settingTranslationsQuery);
  return (
    <SectionLayout
      section="settings"
      description={t`Written in Markdown. The footer of every page links to the pages that have content.`}
    >
      <QueryBoundary query={useQuery(legalSettingsQuery)} lines={8}>
        {(texts) => (
          <QueryBoundary query={translations} lines={8}>
            {(translations) => <LegalForm texts={texts} translations={translations} />}
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

function LegalForm({ texts, translations }: { texts: Texts; translations: SettingTranslations }) {
  const { t, i18n } = useLingui();
  const form = useForm({
    savedValues: { ...texts, translations: translations.legal },
    save: async (values) => ({
      saved: await saveLegalPages(values),
      legal: values.translations,
    }),
    onSaved: async ({ saved, legal }, client) => {
      client.setQueryData(legalSettingsQuery.queryKey, saved);
      applySettingTranslations(client, { legal });
      await Promise.all([
        ...pages.map((page) => fetch(`/api/shop/legal/${page}`, { cache: "reload" })),
        applySavedShop(client),
      ]);
    },
  });
  const { values, setValues, getFieldError } = form;
  return (
    <PageSection title={t`Legal pages`}>
      <FormFrame form={form} submitLabel={t`Save legal pages`}>
        {pages.map((page) => (
          <MarkdownEditor
            key={page}
            label={i18n._(legalPageTitles[page])}
            hint={
              <>
                {i18n._(hints[page])}{" "}
                {texts[page].trim() !== "" && <Link href={paths.legal(page)}>{t`View page`}</Link>}
              </>
            }
            rows={6}
            value={values[page]}
            onChange={(text) => setValues({ [page]: text })}
            error={getFieldError(page)}
          />
        ))}
        <FormTranslations
          languages={translations.languages}
          texts={pages.map((page) => ({
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
