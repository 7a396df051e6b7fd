import { useSyncExternalStore } from "react";
import { api, read, send } from "../../http/client.ts";
import { NetworkError, readResponse } from "../../http/errors.ts";
import { queryClient } from "../../http/query.ts";
import { filesKey, createFile, unfinishedUploadsQuery } from "./queries.ts";
import { isSameFile, createUploadQueue, type Transport } from "./upload-queue.ts";

const fileUploadsRoute = api.admin.files[":id"].uploads;
const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000, 30_000];

const transport: Transport = {
  async open({ fileId, label, file }) {
    const { uploads } = await read(fileUploadsRoute.$get({ param: { id: fileId } }));
    const unfinishedUpload = uploads.find((upload) => isUploadOfFile(upload, file));
    if (unfinishedUpload) return unfinishedUpload;
    const json = {
      label,
      fileName: file.name,
      size: file.size,
      modifiedAt: file.lastModified,
      contentType: /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}$/.test(file.type)
        ? file.type
        : "application/octet-stream",
    };
    return read(fileUploadsRoute.$post({ param: { id: fileId }, json }));
  },
  putPart: ({ fileId, uploadId, part, bytes, signal, onProgress }) =>
    putWithProgress({
      url: `/api/admin/files/${fileId}/uploads/${uploadId}/parts/${part}`,
      bytes,
      signal,
      onProgress,
    }),
  complete: ({ fileId, uploadId }) =>
    read(
      fileUploadsRoute[":uploadId"].completion.$post({ param: { id: fileId, uploadId }, json: {} }),
    ),
  abort: ({ fileId, uploadId }) =>
    send(fileUploadsRoute[":uploadId"].$delete({ param: { id: fileId, uploadId } })),
  waitForRetry: (failures, signal) =>
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        removeEventListener("online", finish);
        resolve();
      };
      const timer = setTimeout(
        finish,
        RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)],
      );
      addEventListener("online", finish);
      signal.addEventListener("abort", finish, { once: true });
    }),
};

/** Returns whether an unfinished upload belongs to this local file. */
export function isUploadOfFile(
  upload: { fileName: string; size: number; modifiedAt?: number | undefined },
  file: File,
): boolean {
  const { fileName: name, size, modifiedAt } = upload;
  return modifiedAt !== undefined && isSameFile({ name, size, lastModified: modifiedAt }, file);
}

/** Uses `XMLHttpRequest`, because `fetch` doesn't report upload progress. */
function putWithProgress({
  url,
  bytes,
  signal,
  onProgress,
}: {
  url: string;
  bytes: ArrayBuffer;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}): Promise<void> {
  const request = new Promise<Response>((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("PUT", url);
    xhr.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    xhr.addEventListener("load", () => {
      const retryAfter = xhr.getResponseHeader("retry-after");
      resolve(
        new Response(xhr.status === 204 ? null : xhr.responseText, {
          status: xhr.status,
          headers: retryAfter === null ? {} : { "retry-after": retryAfter },
        }),
      );
    });
    for (const end of ["error", "abort", "timeout"])
      xhr.addEventListener(end, () => reject(new NetworkError(end)));
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    if (signal.aborted) reject(new NetworkError("abort"));
    else xhr.send(bytes);
  });
  return readResponse(request).then(() => undefined);
}

/** The uploads of this tab. The queue keeps running while the user changes pages. */
export const uploadQueue = createUploadQueue(transport, {
  onDone: () => void queryClient.invalidateQueries({ queryKey: filesKey }),
  now: () => Date.now(),
});

const activeStates = new Set(["waiting", "sending", "retrying", "checking"]);
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
uploadQueue.subscribe(() => {
  // Only during uploads: a `beforeunload` listener keeps a page out of the back/forward cache.
  if (uploadQueue.list().some(({ state }) => activeStates.has(state)))
    addEventListener("beforeunload", onBeforeUnload);
  else removeEventListener("beforeunload", onBeforeUnload);
});

export const useUploads = () => useSyncExternalStore(uploadQueue.subscribe, uploadQueue.list);

/**
 * Uploads files of a download. Each becomes a new file of it, or resumes its unfinished upload. The files exist when
 * this returns, and the uploads go on.
 * @returns `created`: the names of the new files. `empty`: those of empty ones, which are left out: an upload needs a
 *   byte, and a file without a version would stay
 */
export async function startUploads(
  benefitId: string,
  files: File[],
): Promise<{ created: string[]; empty: string[] }> {
  const unfinishedUploads = await queryClient.fetchQuery(unfinishedUploadsQuery(benefitId));
  const created: string[] = [];
  for (const file of files.filter(({ size }) => size > 0)) {
    const unfinishedUpload = unfinishedUploads.find((upload) => isUploadOfFile(upload, file));
    const name = getDisplayName(file);
    if (!unfinishedUpload) created.push(name);
    const fileId = unfinishedUpload?.fileId ?? (await createFile({ benefitId, name })).id;
    uploadQueue.add({ fileId, label: unfinishedUpload?.label ?? "", file });
  }
  await queryClient.invalidateQueries({ queryKey: filesKey });
  return { created, empty: files.filter(({ size }) => size === 0).map(({ name }) => name) };
}

/** Returns a file's name without its extension: `Field notes, second edition.pdf` → "Field notes, second edition". */
function getDisplayName({ name }: { name: string }): string {
  return (
    name
      .replace(/\.[^.\s]{1,8}$/, "")
      .trim()
      .slice(0, 120) || name.slice(0, 120)
  );
}
