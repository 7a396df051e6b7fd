import { useSyncExternalStore } from "react";
import { api, read, send } from "../../http/client.ts";
import { NetworkError, readResponse } from "../../http/errors.ts";
import { queryClient } from "../../http/query.ts";
import { isSameFile, openUploadQueue, type Transport } from "./upload-queue.ts";

const uploadsOf = api.admin.files[":id"].uploads;
const RESTS_MS = [1000, 2000, 5000, 10_000, 30_000];

const transport: Transport = {
  async open({ fileId, label, file }) {
    const { uploads } = await read(uploadsOf.$get({ param: { id: fileId } }));
    const open = uploads.find((upload) => isOpenUploadOf(upload, file));
    if (open) return open;
    const json = {
      label,
      fileName: file.name,
      size: file.size,
      modifiedAt: file.lastModified,
      contentType: /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}$/.test(file.type)
        ? file.type
        : "application/octet-stream",
    };
    return read(uploadsOf.$post({ param: { id: fileId }, json }));
  },
  putPart: ({ fileId, uploadId, part, bytes, signal, onProgress }) =>
    putWithProgress({
      url: `/api/admin/files/${fileId}/uploads/${uploadId}/parts/${part}`,
      bytes,
      signal,
      onProgress,
    }),
  complete: ({ fileId, uploadId }) =>
    read(uploadsOf[":uploadId"].completion.$post({ param: { id: fileId, uploadId }, json: {} })),
  abort: ({ fileId, uploadId }) =>
    send(uploadsOf[":uploadId"].$delete({ param: { id: fileId, uploadId } })),
  rest: (failures, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        removeEventListener("online", wake);
        resolve();
      };
      const timer = setTimeout(wake, RESTS_MS[Math.min(failures, RESTS_MS.length - 1)]);
      addEventListener("online", wake);
      signal.addEventListener("abort", wake, { once: true });
    }),
};

/** Whether an upload that was begun is of this file on the seller's machine. */
export function isOpenUploadOf(
  upload: { fileName: string; size: number; modifiedAt?: number | undefined },
  file: File,
): boolean {
  const { fileName: name, size, modifiedAt } = upload;
  return modifiedAt !== undefined && isSameFile({ name, size, lastModified: modifiedAt }, file);
}

/** `fetch` does not tell how much of a body is sent; the older way does. */
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

/** What is being uploaded from this tab. It lives as long as the tab, whatever page is shown. */
export const uploads = openUploadQueue(transport, {
  onDone: () => void queryClient.invalidateQueries({ queryKey: ["admin", "files"] }),
  now: () => Date.now(),
});

const unfinished = new Set(["waiting", "sending", "resting", "checking"]);
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
uploads.subscribe(() => {
  // Only while something is on its way: a listener keeps a page out of the browser's back cache.
  if (uploads.list().some(({ state }) => unfinished.has(state)))
    addEventListener("beforeunload", onBeforeUnload);
  else removeEventListener("beforeunload", onBeforeUnload);
});

export const useUploads = () => useSyncExternalStore(uploads.subscribe, uploads.list);
