import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { Part } from "../frame/console-page.tsx";
import { FormFrame, TextArea } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { paths } from "../../paths.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { legalNames } from "../../shell/legal-page-titles.ts";
import { legalSettingsQuery, saveLegal, showSavedShop } from "./queries.ts";
import { SettingsFrame } from "./settings-layout.tsx";

type Texts = Parameters<typeof saveLegal>[0];
const pages = Object.keys(legalNames) as (keyof Texts)[];

const hints: Record<keyof Texts, string> = {
  terms: "What you and a buyer agree on.",
  privacy: "What you do with what you know of people.",
  refunds: "When you pay back, and how one asks for it.",
  imprint: "Who you are, where the law wants it said.",
};

/** `/admin/settings/legal`: what the footer of every page links to. */
export default function LegalSettingsPage() {
  return (
    <SettingsFrame about="Written in Markdown. The footer of every page links to those that are not empty.">
      <Loaded query={useQuery(legalSettingsQuery)} skeleton={<SkeletonLines lines={8} />}>
        {(texts) => <LegalForm texts={texts} />}
      </Loaded>
    </SettingsFrame>
  );
}

function LegalForm({ texts }: { texts: Texts }) {
  const client = useQueryClient();
  const form = useForm({
    saved: texts,
    save: saveLegal,
    onSaved: async (saved) => {
      client.setQueryData(legalSettingsQuery.queryKey, saved);
      await Promise.all([
        ...pages.map((page) => fetch(`/api/shop/legal/${page}`, { cache: "reload" })),
        showSavedShop(client),
      ]);
    },
  });
  const { values, set, errorOf } = form;
  return (
    <Part title="Texts">
      <FormFrame form={form} save="Save legal pages">
        {pages.map((page) => (
          <TextArea
            key={page}
            label={legalNames[page]}
            hint={
              <>
                {hints[page]}{" "}
                {texts[page].trim() !== "" && <Link href={paths.legal(page)}>See the page</Link>}
              </>
            }
            rows={6}
            value={values[page]}
            onChange={(event) => set({ [page]: event.target.value })}
            error={errorOf(page)}
          />
        ))}
      </FormFrame>
    </Part>
  );
}
