import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../http/errors.ts";
import { explainError } from "../../messages/errors.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { toPictureMarkdown } from "./insert-text.ts";
import { FieldError, TextField } from "./fields.tsx";
import styles from "./markdown-field.module.css";

/** Uploads a picture, shows it, and asks for its alternative text before it is inserted. */
export function InsertPictureDialog({
  file,
  upload,
  onInsert,
  onClose,
}: {
  file: File;
  upload: (file: File) => Promise<string>;
  onInsert: (markdown: string) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const picture = useRef<HTMLImageElement>(null);
  const [alt, setAlt] = useState("");
  const { mutate, data: url, error, isPending } = useMutation({ mutationFn: upload });
  useEffect(() => mutate(file), [mutate, file]);
  const { name } = file;
  const insert = () => {
    if (url === undefined) return;
    const { naturalWidth: width, naturalHeight: height } = picture.current ?? {
      naturalWidth: 0,
      naturalHeight: 0,
    };
    onInsert(toPictureMarkdown({ url, alt, width, height }));
  };
  return (
    <Dialog
      title={t`Insert a picture`}
      onClose={onClose}
      actions={
        <>
          {error ? (
            <Button kind="primary" onClick={() => mutate(file)}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <Button kind="primary" busy={url === undefined} onClick={insert}>
              {url === undefined ? t`Uploading…` : t`Insert`}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.picture}>
        {url === undefined ? (
          <output>{isPending ? t`Uploading ${name}…` : name}</output>
        ) : (
          <img ref={picture} src={url} alt={t`The uploaded picture`} />
        )}
      </div>
      {error && <FieldError>{explainFailure(i18n, error)}</FieldError>}
      <TextField
        label={t`Alternative text`}
        hint={t`Describes the picture for people who can’t see it. Leave blank if the picture is decorative.`}
        maxLength={500}
        autoComplete="off"
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would submit the form around the field.
          event.preventDefault();
          insert();
        }}
      />
    </Dialog>
  );
}

/** The Worker's reason, such as "Must be 5 MB or smaller.", or what to do about the connection. */
export function explainFailure(i18n: I18n, error: Error): string {
  const reason = error instanceof ApiError ? error.fields[0]?.message : undefined;
  if (reason !== undefined) return i18n._(msg`The picture wasn’t uploaded: ${reason}`);
  return explainError(i18n, error);
}
