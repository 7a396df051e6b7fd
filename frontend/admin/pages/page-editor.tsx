import { useEffect, useEffectEvent, useState } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { FieldRow, FormFrame, TextArea, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { isRefusal } from "../../http/errors.ts";
import { queryClient } from "../../http/query.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { pageSourceQuery, pagesKey, updatePage, type PageSource } from "./queries.ts";
import { Conflict } from "./edit-conflict.tsx";
import { useDraft } from "./draft-storage.ts";
import { Opening } from "./page-access.tsx";
import styles from "./page-editor.module.css";
import { Preview } from "./markdown-preview.tsx";
import { PublishButton } from "./publish-button.tsx";
import { explainStatus } from "./status-copy.ts";

type Side = "write" | "preview";

const textOf = ({ title, slug, excerpt, body, updatedAt }: PageSource) => ({
  title,
  slug,
  excerpt,
  body,
  updatedAt,
});

/** A page's texts beside what they become, who it is for, and whether it is there for them. */
export function PageEditor({ page }: { page: PageSource }) {
  // What is typed was made from this one, whatever is loaded anew meanwhile: so another's edit is not overwritten unseen.
  const [base, setBase] = useState(page);
  const [theirs, setTheirs] = useState<PageSource | null>(null);
  const [side, setSide] = useState<Side>("write");
  const form = useForm({
    saved: textOf(base),
    save: async (values) => {
      try {
        return { ...values, ...(await updatePage(page.id, values)) };
      } catch (error) {
        if (isRefusal(error, "edit_conflict"))
          setTheirs(await queryClient.fetchQuery({ ...pageSourceQuery(page.id), staleTime: 0 }));
        throw error;
      }
    },
    onSaved: (saved) => {
      setBase({ ...base, ...saved });
      void queryClient.invalidateQueries({ queryKey: pagesKey });
    },
  });
  const { values, isDirty } = form;
  const draft = useDraft(page.id, values, isDirty);
  const { left } = draft;

  const save = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    event.preventDefault();
    if (isDirty) form.submit();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => save(event);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <ConsolePage
      title={base.title}
      up={{ href: consolePaths.pages, name: "Pages" }}
      about={explainStatus(page.status, page.benefits.length > 0)}
      actions={
        <>
          {page.status === "published" && (
            <ButtonLink href={paths.read(base.slug)}>See the page</ButtonLink>
          )}
          <PublishButton page={page} isDirty={isDirty} />
        </>
      }
    >
      {left && (
        <Notice tone="info" title="There is text of yours that was not saved.">
          <p>You typed it in this browser, last on {formatMoment(left.keptAt)}.</p>
          <div className={styles.choices}>
            <Button
              onClick={() => {
                // With what it was made from: where somebody has saved since, that is a conflict like any other.
                form.set(left.values);
                draft.settle();
              }}
            >
              Take it up
            </Button>
            <Button kind="plain" onClick={draft.settle}>
              Throw it away
            </Button>
          </div>
        </Notice>
      )}
      <FormFrame form={theirs ? { ...form, error: null } : form} isWide>
        <FieldRow>
          <TextField
            label="Title"
            value={values.title}
            error={form.errorOf("title")}
            onChange={(event) => form.set({ title: event.target.value })}
          />
          <TextField
            label="Address"
            hint={
              page.status === "published" && values.slug !== base.slug
                ? `/read/${values.slug}; links to the one before stop working`
                : `/read/${values.slug}`
            }
            value={values.slug}
            error={form.errorOf("slug")}
            onChange={(event) => form.set({ slug: event.target.value })}
          />
        </FieldRow>
        <div className={styles.tabs}>
          <Button kind="plain" aria-pressed={side === "write"} onClick={() => setSide("write")}>
            Write
          </Button>
          <Button kind="plain" aria-pressed={side === "preview"} onClick={() => setSide("preview")}>
            Preview
          </Button>
        </div>
        <div className={styles.sides} data-side={side}>
          <div className={styles.write}>
            <TextArea
              label="Excerpt"
              hint="Markdown, for everybody: what the page is about."
              rows={3}
              value={values.excerpt}
              error={form.errorOf("excerpt")}
              onChange={(event) => form.set({ excerpt: event.target.value })}
            />
            <TextArea
              label="Page"
              hint="Markdown, for those who have it. Raw HTML is shown as it is typed."
              rows={16}
              value={values.body}
              error={form.errorOf("body")}
              onChange={(event) => form.set({ body: event.target.value })}
            />
          </div>
          <div className={styles.preview}>
            <Preview label="Preview of the excerpt" markdown={values.excerpt} />
            <Preview label="Preview of the page" markdown={values.body} />
          </div>
        </div>
        <p className={styles.shortcut}>Ctrl+S saves, too.</p>
        {theirs && (
          <Conflict
            theirs={theirs}
            onMine={() => {
              setBase(theirs);
              form.set({ updatedAt: theirs.updatedAt });
              setTheirs(null);
            }}
            onTheirs={() => {
              form.reset();
              setBase(theirs);
              setTheirs(null);
            }}
          />
        )}
      </FormFrame>
      <Opening page={page} />
    </ConsolePage>
  );
}
