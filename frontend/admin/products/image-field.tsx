import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { ApiError } from "../../http/errors.ts";
import { explainError } from "../../messages/errors.ts";
import { Cover } from "../../shop/catalog/cover.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError, FieldHint } from "../../ui/field/fields.tsx";
import { IMAGE_TYPES, uploadPicture, type UploadedPicture } from "../editor/upload-image.ts";
import styles from "./product-screen.module.css";
import shapes from "../frame/shapes.module.css";

/** A product's picture: chosen or dropped, and shown. Without one, the shop shows a drawing. */
export function ImageField({
  slug,
  value,
  error,
  onChange,
}: {
  slug: string;
  value: string;
  error: string | undefined;
  /** @param size in pixels, if it is known */
  onChange: (image: string, size: UploadedPicture["size"]) => void;
}) {
  const { t, i18n } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDropTarget, setIsDropTarget] = useState(false);
  const upload = useMutation({
    mutationFn: uploadPicture,
    onSuccess: ({ url, size }) => onChange(url, size),
  });
  const message = error ?? (upload.error ? explainUploadFailure(i18n, upload.error) : undefined);
  return (
    <div
      className={styles.image}
      data-drop={isDropTarget}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDropTarget(true);
      }}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDropTarget(false);
        const [file] = event.dataTransfer.files;
        if (file) upload.mutate(file);
      }}
    >
      <Cover slug={slug} image={value || null} className={styles.cover} />
      <div className={shapes.items}>
        <span className={styles.label}>{t`Picture`}</span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t`Upload picture`}
          accept={IMAGE_TYPES}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) upload.mutate(file);
            // Lets the user choose the same file again.
            target.value = "";
          }}
        />
        <div className={shapes.actions}>
          <Button
            busy={upload.isPending}
            aria-invalid={message === undefined ? undefined : true}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {upload.isPending
              ? t`Uploading…`
              : value === ""
                ? t`Upload picture`
                : t`Replace picture`}
          </Button>
          {value !== "" && (
            <Button kind="plain" onClick={() => onChange("", null)}>
              {t`Remove picture`}
            </Button>
          )}
        </div>
        <FieldHint id={`${id}-hint`}>
          {value === "" && t`Until you upload a picture, customers see this generated one.`}{" "}
          {t`PNG, JPEG, WebP, AVIF, or GIF. You can also drop a file here.`}
        </FieldHint>
        {message && <FieldError>{message}</FieldError>}
      </div>
    </div>
  );
}

/** The Worker's reason, e.g. "At most 5 MB", or what to do about the connection. */
export function explainUploadFailure(i18n: I18n, error: Error): string {
  const reason = error instanceof ApiError ? error.fields[0]?.message : undefined;
  if (reason !== undefined) return reason;
  return explainError(i18n, error);
}
