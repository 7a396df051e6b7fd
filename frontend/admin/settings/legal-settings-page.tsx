import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { legalPageTitles } from "../../../worker/lib/legal-page-titles.ts";
import { ConsentForm } from "./consent-form.tsx";
import {
  applySavedShop,
  consentSettingsQuery,
  legalSettingsQuery,
  saveLegalPages,
} from "./queries.ts";
import { SettingsLayout } from "./settings-layout.tsx";

type Texts = Parameters<typeof saveLegalPages>[0];
const pages = Object.keys(legalPageTitles) as (keyof Texts)[];

const hints: Record<keyof Texts, string> = {
  terms: "What you and a buyer agree on.",
  privacy: "What you do with what you know of people.",
  refunds: "When you pay back, and how one asks for it.",
  imprint: "Who you are, where the law wants it said.",
};

/** `/admin/settings/legal`: the legal texts that every page's footer links to, and what buyers agree to at checkout. */
export default function LegalSettingsPage() {
  return (
    <SettingsLayout description="Written in Markdown. The footer of every page links to those that are not empty.">
      <QueryBoundary query={useQuery(legalSettingsQuery)} skeleton={<SkeletonLines lines={8} />}>
        {(texts) => <LegalForm texts={texts} />}
      </QueryBoundary>
      <QueryBoundary query={useQuery(consentSettingsQuery)} skeleton={<SkeletonLines lines={3} />}>
        {(consent) => <ConsentForm consent={consent} />}
      </QueryBoundary>
    </SettingsLayout>
  );
}

function LegalForm({ texts }: { texts: Texts }) {
  const client = useQueryClient();
  const form = useForm({
    savedValues: texts,
    save: saveLegalPages,
    onSaved: async (saved) => {
      client.setQueryData(legalSettingsQuery.queryKey, saved);
      await Promise.all([
        ...pages.map((page) => fetch(`/api/shop/legal/${page}`, { cache: "reload" })),
        applySavedShop(client),
      ]);
    },
  });
  const { values, setValues, getFieldError } = form;
  return (
    <PageSection title="Texts">
      <FormFrame form={form} submitLabel="Save legal pages">
        {pages.map((page) => (
          <TextArea
            key={page}
            label={legalPageTitles[page]}
            hint={
              <>
                {hints[page]}{" "}
                {texts[page].trim() !== "" && <Link href={paths.legal(page)}>See the page</Link>}
              </>
            }
            rows={6}
            value={values[page]}
            onChange={(event) => setValues({ [page]: event.target.value })}
            error={getFieldError(page)}
          />
        ))}
      </FormFrame>
    </PageSection>
  );
}
