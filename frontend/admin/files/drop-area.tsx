import { useMutation } from "@tanstack/react-query";
import { useState, type DragEvent } from "react";
import { queryClient } from "../../http/query.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { createFile, openUploadsQuery } from "./queries.ts";
import styles from "./files-page.module.css";
import { isOpenUploadOf, uploads } from "./uploads.ts";

/** Where files are dropped or chosen: each becomes a file of the download, or goes on where it was cut off. */
export function DropArea({ benefitId }: { benefitId: string }) {
  const [isOver, setIsOver] = useState(false);
  const sending = useMutation({
    mutationFn: (files: File[]) => sendFiles(benefitId, files),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    sending.mutate([...event.dataTransfer.files]);
  };
  return (
    <>
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <p>Drop files here, of any size. They go on after a lost connection or a reload.</p>
        <FileButton multiple onChoose={(files) => sending.mutate(files)}>
          Choose files
        </FileButton>
      </div>
      {sending.error && <ErrorNotice error={sending.error} />}
    </>
  );
}

async function sendFiles(benefitId: string, files: File[]): Promise<void> {
  const open = await queryClient.fetchQuery(openUploadsQuery(benefitId));
  for (const file of files) {
    const begun = open.find((upload) => isOpenUploadOf(upload, file));
    const fileId = begun?.fileId ?? (await createFile({ benefitId, name: nameFile(file) })).id;
    uploads.add({ fileId, label: begun?.label ?? "", file });
  }
  await queryClient.invalidateQueries({ queryKey: ["admin", "files"] });
}

/** `Field notes, second edition.pdf` is called "Field notes, second edition". */
function nameFile({ name }: File): string {
  return (
    name
      .replace(/\.[^.\s]{1,8}$/, "")
      .trim()
      .slice(0, 120) ||
    name.slice(0, 120) ||
    "File"
  );
}
