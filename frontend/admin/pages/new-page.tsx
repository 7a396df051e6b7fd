import { useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { queryClient } from "../../http/query.ts";
import { createPage, pagesKey } from "./queries.ts";
import { proposeSlug } from "../frame/propose-slug.ts";
import { TextField } from "../../ui/field/text-field.tsx";

/** `/admin/pages/new`: creates a page with a title; its text is written next. */
export default function NewPage() {
  const [, navigate] = useLocation();
  const form = useForm({
    savedValues: { title: "", slug: "" },
    save: (values) => createPage({ ...values, excerpt: "", body: "" }),
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
      title="New page"
      parent={{ href: consolePaths.pages, name: "Pages" }}
      description="It begins as a draft that nobody sees."
    >
      <FormFrame form={form} submitLabel="Write it">
        <TextField
          label="Title"
          value={title}
          error={form.getFieldError("title")}
          onChange={(event) => rename(event.target.value)}
        />
        <TextField
          label="Address"
          hint={`/read/${slug || "…"}`}
          value={slug}
          error={form.getFieldError("slug")}
          onChange={(event) => form.setValues({ slug: event.target.value })}
        />
      </FormFrame>
    </ConsolePage>
  );
}
