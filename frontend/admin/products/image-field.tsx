import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { ApiError } from "../../http/errors.ts";
import { describeError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Cover } from "../../shop/catalog/cover.tsx";
import { uploadImage } from "./editor-queries.ts";
import styles from "./editor.module.css";

/** A product's picture: uploaded, or an https URL. Without one, the shop shows a drawing. */
export function ImageField({
  slug,
  value,
  error,
  onChange,
}: {
  slug: string;
  value: string;
  error: string | undefined;
  onChange: (image: string) => void;
}) {
  const id = useId();
  const upload = useMutation({ mutationFn: uploadImage, onSuccess: onChange });
  const serverMessage =
    upload.error instanceof ApiError ? upload.error.fields[0]?.message : undefined;
  return (
    <div className={styles.image}>
      <Cover slug={slug} image={value || null} className={styles.cover} />
      <div className={styles.imageFields}>
        <TextField
          label="Picture"
          hint="An address that begins with https://, or upload one. PNG, JPEG, WebP, AVIF or GIF, up to 5 MB."
          value={value}
          error={
            error ?? serverMessage ?? (upload.error ? describeError(upload.error).title : undefined)
          }
          onChange={(event) => {
            upload.reset();
            onChange(event.target.value);
          }}
        />
        <div className={styles.previewBar}>
          <input
            id={id}
            type="file"
            aria-label="Upload a picture"
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            className={styles.file}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) upload.mutate(file);
              event.target.value = "";
            }}
          />
          {upload.isPending && <span className={styles.soft}>Uploading…</span>}
          {value !== "" && (
            <Button kind="plain" onClick={() => onChange("")}>
              Remove the picture
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
