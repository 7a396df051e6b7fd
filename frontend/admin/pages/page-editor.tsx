import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { MarkdownEditor, MarkdownPreview } from "../editor/markdown-editor.tsx";
import { ConsolePage, DetailPage } from "../frame/console-page.tsx";
import { consolePaths, previewPaths } from "../frame/console-paths.ts";
import { FormFrame, useForm } from "../form/form.tsx";
import { refetch } from "../frame/queries.ts";
import { PreviewLink } from "../frame/new-tab-links.tsx";
import { useSaveShortcut } from "../form/use-save-shortcut.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CheckField, FieldRow, TextField } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import {
  pageSourceQuery,
  pagesKey,
  updatePage,
  type PageSource,
  usePageChange,
} from "./queries.ts";
import { useDraft } from "./draft-storage.ts";
import { PageAccess } from "./page-access.tsx";
import { FormTranslations } from "../translations/form-translations.tsx";
import styles from "./page-editor.module.css";
import { explainPageStatus } from "./status-copy.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";

type Side = "write" | "preview";

const toPageInput = (page: PageSource) => {
  const { title, slug, excerpt, body, isFree, translations, updatedAt } = page;
  return { title, slug, excerpt, body, isFree, translations, updatedAt };
};

/** Edits a page's text next to a preview, its access, and its publication. */
export function PageEditor({ data: page }: { data: PageSource }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const [side, setSide] = useState<Side>("write");
  const form = useForm({
    savedValues: toPageInput(page),
    refetch: async () => toPageInput(await refetch(pageSourceQuery(page.id))),
    save: async (values) => ({ ...values, ...(await updatePage(page.id, values)) }),
    onSaved: (saved, client) => {
      client.setQueryData(pageSourceQuery(page.id).queryKey, { ...page, ...saved });
      void client.invalidateQueries({ queryKey: pagesKey });
    },
  });
  const { values, base, isDirty } = form;
  const draft = useDraft(page.id, { values, base }, isDirty);
  const { recoveredDraft } = draft;
  const keptAt = recoveredDraft && formats.dateTime(recoveredDraft.keptAt);

  useSaveShortcut(() => {
    if (isDirty) form.submit();
  });

  return (
    <ConsolePage
      title={base.title}
      parent={{ href: consolePaths.pages, name: t`Pages` }}
      description={explainPageStatus(i18n, page.status, {
        hasBenefits: page.benefits.length > 0,
        isFree: page.isFree,
      })}
      actions={
        <>
          {page.status === "published" && (
            <ButtonLink href={paths.page(base.slug)}>{t`View page`}</ButtonLink>
          )}
          <PreviewLink href={previewPaths.page(page.id)} />
          <PublishButton page={page} isDirty={isDirty} />
        </>
      }
    >
      {recoveredDraft && (
        <Notice
          tone="info"
          title={t`You have unsaved text from an earlier visit.`}
          text={t`It was last edited in this browser on ${keptAt}.`}
        >
          <div className={styles.choices}>
            <Button
              onClick={() => {
                form.restore(recoveredDraft.values.values, recoveredDraft.values.base);
                draft.dismiss();
              }}
            >
              {t`Restore`}
            </Button>
            <Button kind="plain" onClick={draft.dismiss}>
              {t`Discard`}
            </Button>
          </div>
        </Notice>
      )}
      <FormFrame form={form} isWide>
        <FieldRow>
          <TextField label={t`Title`} {...form.field("title")} />
          <TextField
            label={t`URL`}
            hint={
              page.status === "published" && values.slug !== base.slug
                ? t`/read/${{ slug: values.slug }}. Links to /read/${{ formerSlug: base.slug }} will redirect here.`
                : `/read/${values.slug}`
            }
            {...form.field("slug")}
          />
        </FieldRow>
        <div className={styles.tabs}>
          <Button kind="plain" aria-pressed={side === "write"} onClick={() => setSide("write")}>
            <Trans comment="Verb: shows the text fields instead of the preview">Write</Trans>
          </Button>
          <Button kind="plain" aria-pressed={side === "preview"} onClick={() => setSide("preview")}>
            {t`Preview`}
          </Button>
        </div>
        <div className={styles.sides} data-side={side}>
          <div className={styles.write}>
            <MarkdownEditor
              name="excerpt"
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
              name="body"
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
          {...form.check("isFree")}
        />
        <FormTranslations
          languages={page.languages}
          texts={[
            {
              path: "title",
              label: t`Title`,
              kind: "line",
              original: values.title,
              maxLength: 120,
            },
            { path: "excerpt", label: t`Excerpt`, kind: "markdown", original: values.excerpt },
            { path: "body", label: t`Content`, kind: "markdown", original: values.body },
          ]}
          form={form}
          getPreviewUrl={(locale) => `${previewPaths.page(page.id)}?lang=${locale}`}
        />
        <p className={styles.shortcut}>{t`Press Ctrl+S to save.`}</p>
      </FormFrame>
      <PageAccess page={page} />
    </ConsolePage>
  );
}

/** Publishes the saved version of a page, or archives the page. */
function PublishButton({ page, isDirty }: { page: PageSource; isDirty: boolean }) {
  const { t } = useLingui();
  const change = usePageChange(page.id);
  const archival = useConfirmation(change);
  if (page.status === "published")
    return (
      <>
        <Button onClick={() => archival.ask("archive")}>{t`Archive`}</Button>
        {archival.asked && (
          <ConfirmDialog
            title={t`Archive this page?`}
            confirmLabel={t`Archive`}
            kind="danger"
            busyLabel={t`Archiving…`}
            text={t`Nobody will be able to read this page, including customers who bought access. Its text is kept, and you can publish it again.`}
            {...archival.dialog}
          />
        )}
      </>
    );
  return (
    <>
      <Button
        kind="primary"
        disabledReason={
          isDirty ? t`Save your changes first. Only saved text is published.` : undefined
        }
        busy={change.isPending}
        onClick={() => change.mutate("publish")}
      >
        {change.isPending ? t`Publishing…` : t`Publish`}
      </Button>
      {change.error && <ErrorNotice error={change.error} />}
    </>
  );
}

/** `/admin/pages/:id`: edits a page. */
export default function EditPage() {
  return <DetailPage query={pageSourceQuery} Content={PageEditor} />;
}
