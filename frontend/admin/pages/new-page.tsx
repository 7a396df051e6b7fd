import { useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { FormFrame, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { queryClient } from "../../http/query.ts";
import { createPage, pagesKey } from "./queries.ts";
import { proposeSlug } from "../frame/propose-slug.ts";

/** `/admin/pages/new`: a page by name; it is written next. */
export default function NewPage() {
  const [, navigate] = useLocation();
  const form = useForm({
    saved: { title: "", slug: "" },
    save: (values) => createPage({ ...values, excerpt: "", body: "" }),
    onSaved: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: pagesKey });
      navigate(consolePaths.page(id));
    },
  });
  const { title, slug } = form.values;
  const rename = (next: string) =>
    // The address follows the title until somebody gives it one of its own.
    form.set({ title: next, ...(slug === proposeSlug(title) && { slug: proposeSlug(next) }) });
  return (
    <ConsolePage
      title="New page"
      up={{ href: consolePaths.pages, name: "Pages" }}
      about="It begins as a draft that nobody sees."
    >
      <FormFrame form={form} save="Write it">
        <TextField
          label="Title"
          value={title}
          error={form.errorOf("title")}
          onChange={(event) => rename(event.target.value)}
        />
        <TextField
          label="Address"
          hint={`/read/${slug || "…"}`}
          value={slug}
          error={form.errorOf("slug")}
          onChange={(event) => form.set({ slug: event.target.value })}
        />
      </FormFrame>
    </ConsolePage>
  );
}
