import { useMutation } from "@tanstack/react-query";
import { useState, type DragEvent } from "react";
import { queryClient } from "../../http/query.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { filesKey, createFile, unfinishedUploadsQuery } from "./queries.ts";
import styles from "./files-page.module.css";
import { isUploadOfFile, uploadQueue } from "./uploads.ts";

/** Accepts dropped or chosen files. Each becomes a file of the download, or resumes its unfinished upload. */
export function DropArea({ benefitId }: { benefitId: string }) {
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
        <p>Drop files here, of any size. They go on after a lost connection or a reload.</p>
        <FileButton multiple onChoose={(files) => upload.mutate(files)}>
          Choose files
        </FileButton>
      </div>
      {upload.error && <ErrorNotice error={upload.error} />}
    </>
  );
}

async function startUploads(benefitId: string, files: File[]): Promise<void> {
  const unfinishedUploads = await queryClient.fetchQuery(unfinishedUploadsQuery(benefitId));
  for (const file of files) {
    const unfinishedUpload = unfinishedUploads.find((upload) => isUploadOfFile(upload, file));
    const fileId =
      unfinishedUpload?.fileId ?? (await createFile({ benefitId, name: getDisplayName(file) })).id;
    uploadQueue.add({ fileId, label: unfinishedUpload?.label ?? "", file });
  }
  await queryClient.invalidateQueries({ queryKey: filesKey });
}

/** Returns a file's name without its extension: `Field notes, second edition.pdf` → "Field notes, second edition". */
function getDisplayName({ name }: File): string {
  return (
    name
      .replace(/\.[^.\s]{1,8}$/, "")
      .trim()
      .slice(0, 120) ||
    name.slice(0, 120) ||
    "File"
  );
}
