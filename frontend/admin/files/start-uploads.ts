import { queryClient } from "../../http/query.ts";
import { createFile, filesKey, unfinishedUploadsQuery } from "./queries.ts";
import { isUploadOfFile, uploadQueue } from "./uploads.ts";

/**
 * Uploads files of a download. Each becomes a new file of it, or resumes its unfinished upload. The files exist when
 * this returns, and the uploads go on.
 */
export async function startUploads(benefitId: string, files: File[]): Promise<void> {
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
export function getDisplayName({ name }: { name: string }): string {
  return (
    name
      .replace(/\.[^.\s]{1,8}$/, "")
      .trim()
      .slice(0, 120) || name.slice(0, 120)
  );
}
