import { useEffect, useEffectEvent, useState } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { isApiError } from "../../http/errors.ts";
import { queryClient } from "../../http/query.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { pageSourceQuery, pagesKey, updatePage, type PageSource } from "./queries.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { useDraft } from "./draft-storage.ts";
import { PageAccess } from "./page-access.tsx";
import styles from "./page-editor.module.css";
import { MarkdownPreview } from "./markdown-preview.tsx";
import { PublishButton } from "./publish-button.tsx";
import { explainPageStatus } from "./status-copy.ts";

type Side = "write" | "preview";

const toPageInput = ({ title, slug, excerpt, body, isFree, updatedAt }: PageSource) => ({
  title,
  slug,
  excerpt,
  body,
  isFree,
  updatedAt,
});

/** Edits a page's text next to a preview, its access, and its publication. */
export function PageEditor({ page }: { page: PageSource }) {
  // The version that the text was edited from. A refetch doesn't change it, so that saving detects changes by others.
  const [baseVersion, setBaseVersion] = useState(page);
  const [theirs, setTheirs] = useState<PageSource | null>(null);
  const [side, setSide] = useState<Side>("write");
  const form = useForm({
    savedValues: toPageInput(baseVersion),
    save: async (values) => {
      try {
        return { ...values, ...(await updatePage(page.id, values)) };
      } catch (error) {
        if (isApiError(error, "edit_conflict"))
          setTheirs(await queryClient.fetchQuery({ ...pageSourceQuery(page.id), staleTime: 0 }));
        throw error;
      }
    },
    onSaved: (saved) => {
      setBaseVersion({ ...baseVersion, ...saved });
      void queryClient.invalidateQueries({ queryKey: pagesKey });
    },
  });
  const { values, isDirty } = form;
  const draft = useDraft(page.id, values, isDirty);
  const { recoveredDraft } = draft;

  const saveOnShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    event.preventDefault();
    if (isDirty) form.submit();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => saveOnShortcut(event);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <ConsolePage
      title={baseVersion.title}
      parent={{ href: consolePaths.pages, name: "Pages" }}
      description={explainPageStatus(page.status, {
        hasBenefits: page.benefits.length > 0,
        isFree: page.isFree,
      })}
      actions={
        <>
          {page.status === "published" && (
            <ButtonLink href={paths.page(baseVersion.slug)}>See the page</ButtonLink>
          )}
          <PublishButton page={page} isDirty={isDirty} />
        </>
      }
    >
      {recoveredDraft && (
        <Notice tone="info" title="There is text of yours that was not saved.">
          <p>You typed it in this browser, last on {formatDateTime(recoveredDraft.keptAt)}.</p>
          <div className={styles.choices}>
            <Button
              onClick={() => {
                // Includes the draft's `updatedAt`, so that changes by others since then are detected as a conflict.
                form.setValues(recoveredDraft.values);
                draft.dismiss();
              }}
            >
              Take it up
            </Button>
            <Button kind="plain" onClick={draft.dismiss}>
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
            error={form.getFieldError("title")}
            onChange={(event) => form.setValues({ title: event.target.value })}
          />
          <TextField
            label="Address"
            hint={
              page.status === "published" && values.slug !== baseVersion.slug
                ? `/read/${values.slug}. Links to /read/${baseVersion.slug} will lead here.`
                : `/read/${values.slug}`
            }
            value={values.slug}
            error={form.getFieldError("slug")}
            onChange={(event) => form.setValues({ slug: event.target.value })}
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
              hint={
                values.isFree
                  ? "Markdown: what search engines and shared links say of the page."
                  : "Markdown, for everybody: what the page is about."
              }
              rows={3}
              value={values.excerpt}
              error={form.getFieldError("excerpt")}
              onChange={(event) => form.setValues({ excerpt: event.target.value })}
            />
            <TextArea
              label="Page"
              hint={`Markdown, for ${values.isFree ? "everybody" : "those who have it"}. Raw HTML is shown as it is typed.`}
              rows={16}
              value={values.body}
              error={form.getFieldError("body")}
              onChange={(event) => form.setValues({ body: event.target.value })}
            />
          </div>
          <div className={styles.preview}>
            <MarkdownPreview label="Preview of the excerpt" markdown={values.excerpt} />
            <MarkdownPreview label="Preview of the page" markdown={values.body} />
          </div>
        </div>
        <CheckField
          label="Anyone can read this page"
          hint="Nobody needs to sign in or buy, and search engines find all of it once it is published."
          checked={values.isFree}
          error={form.getFieldError("isFree")}
          onChange={(event) => form.setValues({ isFree: event.target.checked })}
        />
        <p className={styles.shortcut}>Ctrl+S saves, too.</p>
        {theirs && (
          <EditConflict
            theirs={theirs}
            onKeepMine={() => {
              setBaseVersion(theirs);
              form.setValues({ updatedAt: theirs.updatedAt });
              setTheirs(null);
            }}
            onTakeTheirs={() => {
              form.reset();
              setBaseVersion(theirs);
              setTheirs(null);
            }}
          />
        )}
      </FormFrame>
      <PageAccess page={page} />
    </ConsolePage>
  );
}
