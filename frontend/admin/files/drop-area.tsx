import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState, type DragEvent } from "react";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import styles from "./files-page.module.css";
import { startUploads } from "./start-uploads.ts";

/** Accepts dropped or chosen files. Each becomes a file of the download, or resumes its unfinished upload. */
export function DropArea({ benefitId }: { benefitId: string }) {
  const { t } = useLingui();
  const [isDragOver, setIsDragOver] = useState(false);
  const upload = useMutation({
    mutationFn: (files: File[]) => startUploads(benefitId, files),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    upload.mutate([...event.dataTransfer.files]);
  };
  return (
    <>
      <div
        className={styles.drop}
        data-over={isDragOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={drop}
      >
        <p>
          <Trans>
            Drop files of any size here. Uploads resume after a lost connection or a reload.
          </Trans>
        </p>
        <FileButton multiple onChoose={(files) => upload.mutate(files)}>
          {t`Choose files`}
        </FileButton>
      </div>
      {upload.error && <ErrorNotice error={upload.error} />}
    </>
  );
}
