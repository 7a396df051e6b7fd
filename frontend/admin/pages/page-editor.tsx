import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { MarkdownPreview } from "../editor/markdown-preview.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths, previewPaths } from "../frame/console-paths.ts";
import { FormFrame } from "../frame/form-frame.tsx";
import { PreviewLink } from "../frame/preview-link.tsx";
import { useForm } from "../frame/use-form.ts";
import { useSaveShortcut } from "../frame/use-save-shortcut.ts";
import { isApiError } from "../../http/errors.ts";
import { queryClient } from "../../http/query.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { pageSourceQuery, pagesKey, updatePage, type PageSource } from "./queries.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { useDraft } from "./draft-storage.ts";
import { PageAccess } from "./page-access.tsx";
import { PageTranslations } from "./page-translations.tsx";
import styles from "./page-editor.module.css";
import { PublishButton } from "./publish-button.tsx";
import { explainPageStatus } from "./status-copy.ts";

type Side = "write" | "preview";

const toPageInput = ({
  title,
  slug,
  excerpt,
  body,
  isFree,
  translations,
  updatedAt,
}: PageSource) => ({
  title,
  slug,
  excerpt,
  body,
  isFree,
  translations,
  updatedAt,
});

/** Edits a page's text next to a preview, its access, and its publication. */
export function PageEditor({ page }: { page: PageSource }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
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
  const keptAt = recoveredDraft && formats.dateTime(recoveredDraft.keptAt);

  useSaveShortcut(() => {
    if (isDirty) form.submit();
  });

  return (
    <ConsolePage
      title={baseVersion.title}
      parent={{ href: consolePaths.pages, name: t`Pages` }}
      description={explainPageStatus(i18n, page.status, {
        hasBenefits: page.benefits.length > 0,
        isFree: page.isFree,
      })}
      actions={
        <>
          {page.status === "published" && (
            <ButtonLink href={paths.page(baseVersion.slug)}>
              <Trans>View page</Trans>
            </ButtonLink>
          )}
          <PreviewLink href={previewPaths.page(page.id)} />
          <PublishButton page={page} isDirty={isDirty} />
        </>
      }
    >
      {recoveredDraft && (
        <Notice tone="info" title={t`You have unsaved text from an earlier visit.`}>
          <p>
            <Trans>It was last edited in this browser on {keptAt}.</Trans>
          </p>
          <div className={styles.choices}>
            <Button
              onClick={() => {
                // Includes the draft's `updatedAt`, so that changes by others since then are detected as a conflict.
                form.setValues(recoveredDraft.values);
                draft.dismiss();
              }}
            >
              <Trans>Restore</Trans>
            </Button>
            <Button kind="plain" onClick={draft.dismiss}>
              <Trans>Discard</Trans>
            </Button>
          </div>
        </Notice>
      )}
      <FormFrame form={theirs ? { ...form, error: null } : form} isWide>
        <FieldRow>
          <TextField
            label={t`Title`}
            value={values.title}
            error={form.getFieldError("title")}
            onChange={(event) => form.setValues({ title: event.target.value })}
          />
          <TextField
            label={t`URL`}
            hint={
              page.status === "published" && values.slug !== baseVersion.slug
                ? t`/read/${{ slug: values.slug }}. Links to /read/${{ formerSlug: baseVersion.slug }} will redirect here.`
                : `/read/${values.slug}`
            }
            value={values.slug}
            error={form.getFieldError("slug")}
            onChange={(event) => form.setValues({ slug: event.target.value })}
          />
        </FieldRow>
        <div className={styles.tabs}>
          <Button kind="plain" aria-pressed={side === "write"} onClick={() => setSide("write")}>
            <Trans comment="Verb: shows the text fields instead of the preview">Write</Trans>
          </Button>
          <Button kind="plain" aria-pressed={side === "preview"} onClick={() => setSide("preview")}>
            <Trans>Preview</Trans>
          </Button>
        </div>
        <div className={styles.sides} data-side={side}>
          <div className={styles.write}>
            <MarkdownEditor
              label={t`Excerpt`}
              hint={
                values.isFree
                  ? t`Shown in search results and shared links.`
                  : t`Everyone can read the excerpt, including visitors without access.`
              }
              rows={3}
              value={values.excerpt}
              error={form.getFieldError("excerpt")}
              onChange={(excerpt) => form.setValues({ excerpt })}
              hasPreview={false}
            />
            <MarkdownEditor
              label={t`Content`}
              hint={
                values.isFree
                  ? t`Markdown. Everyone can read it. HTML tags are shown as text, and anyone with a picture’s URL can open the picture.`
                  : t`Markdown. Customers with access can read it. HTML tags are shown as text, and anyone with a picture’s URL can open the picture.`
              }
              rows={16}
              value={values.body}
              error={form.getFieldError("body")}
              onChange={(body) => form.setValues({ body })}
              hasPreview={false}
            />
          </div>
          <div className={styles.preview}>
            <MarkdownPreview label={t`Excerpt preview`} markdown={values.excerpt} />
            <MarkdownPreview label={t`Content preview`} markdown={values.body} />
          </div>
        </div>
        <CheckField
          label={t`Anyone can read this page`}
          hint={t`No sign-in or purchase is needed. Search engines can index the full text once it’s published.`}
          checked={values.isFree}
          error={form.getFieldError("isFree")}
          onChange={(event) => form.setValues({ isFree: event.target.checked })}
        />
        <PageTranslations page={page} form={form} />
        <p className={styles.shortcut}>
          <Trans>Press Ctrl+S to save.</Trans>
        </p>
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
