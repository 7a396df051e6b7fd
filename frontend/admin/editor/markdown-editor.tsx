import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { MarkdownField } from "../../ui/field/markdown-field.tsx";
import { IMAGE_TYPES, uploadImage } from "./upload-image.ts";
import { useQuery, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { Prose } from "../../ui/prose.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./markdown-preview.module.css";
import shapes from "../frame/shapes.module.css";
import { api, read } from "../../http/client.ts";

/**
 * A field for Markdown as the console uses it: pictures are uploaded to the shop, and the preview is rendered by the
 * Worker as readers see it.
 * @param props.hasPreview false if the page shows a preview of its own
 */
export function MarkdownEditor({
  hasPreview = true,
  ...field
}: Omit<ComponentProps<typeof MarkdownField>, "uploadPicture" | "pictureTypes" | "preview"> & {
  hasPreview?: boolean;
}) {
  const { t } = useLingui();
  return (
    <MarkdownField
      {...field}
      uploadPicture={uploadImage}
      pictureTypes={IMAGE_TYPES}
      preview={
        hasPreview ? (
          <MarkdownPreview
            label={t`Preview: ${{ label: field.label }}`}
            markdown={field.value}
            isLabelShown={false}
          />
        ) : undefined
      }
    />
  );
}

/** Previews rendered Markdown shortly after the user stops typing. */
export function MarkdownPreview({
  label,
  markdown,
  isLabelShown = true,
}: {
  label: string;
  markdown: string;
  /** False where the preview takes the place of the page itself. */
  isLabelShown?: boolean;
}) {
  const { t } = useLingui();
  const debouncedMarkdown = useDebouncedValue(markdown);
  const { data, isError } = useQuery(previewQuery(debouncedMarkdown));
  return (
    <section className={styles.rendered} aria-label={label}>
      {isLabelShown && <p className={shapes.soft}>{label}</p>}
      {isError ? (
        <p>{t`Couldn’t load the preview. Your text isn’t affected.`}</p>
      ) : data ? (
        <Prose html={data} />
      ) : (
        <p className={shapes.soft}>{t`Nothing to preview`}</p>
      )}
    </section>
  );
}

/** Renders Markdown as readers see it. */
const previewQuery = (markdown: string) =>
  queryOptions({
    queryKey: ["admin", "markdown-preview", markdown],
    queryFn: async () => (await read(api.admin.pages.preview.$post({ json: { markdown } }))).html,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
