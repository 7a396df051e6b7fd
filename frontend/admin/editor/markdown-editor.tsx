import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { MarkdownField } from "../../ui/field/markdown-field.tsx";
import { MarkdownPreview } from "./markdown-preview.tsx";
import { IMAGE_TYPES, uploadImage } from "./upload-image.ts";

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
