import { useLingui } from "@lingui/react/macro";
import { useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { FormFrame, useForm } from "../form/form.tsx";
import { queryClient } from "../../http/query.ts";
import { createPage, pagesKey } from "./queries.ts";
import { proposeSlug } from "../../../worker/shared/propose-slug.ts";
import { TextField } from "../../ui/field/fields.tsx";

/** `/admin/pages/new`: creates a page with a title; its text is written next. */
export default function NewPage() {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const form = useForm({
    savedValues: { title: "", slug: "" },
    save: (values) => createPage({ ...values, excerpt: "", body: "" }),
    savedToast: t`Page created`,
    onSaved: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: pagesKey });
      navigate(consolePaths.page(id));
    },
  });
  const { title, slug } = form.values;
  const rename = (next: string) =>
    // The slug follows the title until the user edits the slug.
    form.setValues({
      title: next,
      ...(slug === proposeSlug(title) && { slug: proposeSlug(next) }),
    });
  return (
    <ConsolePage
      title={t`New page`}
      parent={{ href: consolePaths.pages, name: t`Pages` }}
      description={t`New pages start as drafts. Only your team can see a draft.`}
    >
      <FormFrame form={form} submitLabel={t`Create page`} isNew>
        <TextField
          label={t`Title`}
          value={title}
          error={form.getFieldError("title")}
          onChange={(event) => rename(event.target.value)}
        />
        <TextField label={t`URL`} hint={`/read/${slug || "…"}`} {...form.field("slug")} />
      </FormFrame>
    </ConsolePage>
  );
}
