import { ApiError, NetworkError } from "../../http/errors.ts";

/** The state of an upload. `retrying`: an attempt failed, and the next one starts automatically. */
export type UploadState =
  | "waiting"
  | "sending"
  | "retrying"
  | "paused"
  | "checking"
  | "done"
  | "failed";

/** An upload of one file. `size` and `sent` are in bytes. */
export type Upload = {
  key: number;
  fileId: string;
  /** The file's name on the seller's computer. */
  name: string;
  size: number;
  state: UploadState;
  sent: number;
  /** Measured over the last seconds; null while unknown. */
  bytesPerSecond: number | null;
  error: Error | null;
  /** Null until the upload is done. */
  sha256: string | null;
};

/** A file to upload, and the id of the file that it becomes a version of. */
export type UploadJob = { fileId: string; label: string; file: File };

/** The server's view of an upload. Parts are numbered from 1. */
export type ServerUpload = { id: string; partSize: number; parts: number; uploadedParts: number[] };

/** The requests that a queue sends to the server. */
export type Transport = {
  /** Resumes the unfinished upload of this file, or starts one. */
  open: (job: UploadJob) => Promise<ServerUpload>;
  putPart: (part: {
    fileId: string;
    uploadId: string;
    part: number;
    bytes: ArrayBuffer;
    signal: AbortSignal;
    onProgress: (sent: number) => void;
  }) => Promise<void>;
  complete: (upload: { fileId: string; uploadId: string }) => Promise<{ sha256: string }>;
  abort: (upload: { fileId: string; uploadId: string }) => Promise<void>;
  /** Resolves when the next retry is due, or when the signal aborts. */
  waitForRetry: (failures: number, signal: AbortSignal) => Promise<void>;
};

/** The file was changed or removed after it was chosen. */
export class FileUnavailableError extends Error {}

const MAX_PARALLEL_PARTS = 2;
const MAX_SERVER_FAILURES = 5;
const SPEED_WINDOW_MS = 8000;

type QueueEntry = {
  upload: Upload;
  job: UploadJob;
  uploadId: string | null;
  controller: AbortController;
  /** Consecutive failures. */
  failures: number;
  samples: { at: number; sent: number }[];
};

/**
 * Uploads files in parts, one file at a time. Resumes after a pause, a lost connection or a reload.
 * @param options.onDone runs when a version was created or an upload canceled
 * @param options.now returns unix milliseconds
 */
export function createUploadQueue(
  transport: Transport,
  options: { onDone: () => void; now: () => number },
) {
  let entries: QueueEntry[] = [];
  let snapshot: Upload[] = [];
  let lastKey = 0;
  const listeners = new Set<() => void>();

  function notifyListeners() {
    snapshot = entries.map(({ upload }) => upload);
    for (const listener of listeners) listener();
  }

  function updateUpload(entry: QueueEntry, changes: Partial<Upload>) {
    entry.upload = { ...entry.upload, ...changes };
    notifyListeners();
  }

  const findEntry = (key: number) => entries.find(({ upload }) => upload.key === key);
  const isBusy = ({ upload: { state } }: QueueEntry) =>
    state === "sending" || state === "retrying" || state === "checking";

  function startNext() {
    if (entries.some(isBusy)) return;
    const next = entries.find(({ upload }) => upload.state === "waiting");
    if (!next) return;
    next.controller = new AbortController();
    updateUpload(next, { state: "sending", error: null });
    void runWithRetries(next, next.controller.signal).finally(startNext);
  }

  async function runWithRetries(entry: QueueEntry, signal: AbortSignal) {
    entry.failures = 0;
    while (!signal.aborted) {
      try {
        await uploadFile(entry, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!isRetryable(error, entry.failures)) {
          updateUpload(entry, { state: "failed", error: asError(error), bytesPerSecond: null });
          return;
        }
        updateUpload(entry, { state: "retrying", error: asError(error), bytesPerSecond: null });
        await transport.waitForRetry(entry.failures++, signal);
        if (!signal.aborted) updateUpload(entry, { state: "sending", error: null });
      }
    }
  }

  async function uploadFile(entry: QueueEntry, signal: AbortSignal) {
    const { job } = entry;
    const { fileId, file } = job;
    const serverUpload = await transport.open(job);
    entry.uploadId = serverUpload.id;
    // The upload was canceled while it was being opened.
    if (!entries.includes(entry)) await transport.abort({ fileId, uploadId: serverUpload.id });
    const getPartSize = (part: number) =>
      part === serverUpload.parts
        ? file.size - (serverUpload.parts - 1) * serverUpload.partSize
        : serverUpload.partSize;
    const sentBytesByPart = new Map(
      serverUpload.uploadedParts.map((part) => [part, getPartSize(part)]),
    );
    entry.samples = [];
    const recordProgress = (part: number, bytes: number) => {
      if (signal.aborted) return;
      sentBytesByPart.set(part, bytes);
      const sent = [...sentBytesByPart.values()].reduce((sum, each) => sum + each, 0);
      updateUpload(entry, { sent, bytesPerSecond: measureSpeed(entry, sent, options.now()) });
    };
    const missing = Array.from({ length: serverUpload.parts }, (_, at) => at + 1).filter(
      (part) => !sentBytesByPart.has(part),
    );
    recordProgress(0, 0);

    const runLane = async () => {
      for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
        signal.throwIfAborted();
        const number = part;
        const start = (number - 1) * serverUpload.partSize;
        const bytes = await readPart(file, start, start + getPartSize(number));
        await transport.putPart({
          fileId,
          uploadId: serverUpload.id,
          part: number,
          bytes,
          signal,
          onProgress: (sent) => recordProgress(number, sent),
        });
        entry.failures = 0;
        recordProgress(number, getPartSize(number));
      }
    };
    // If one lane fails, the others finish their current parts, so that these need not be sent again.
    const stopOtherLanes = (error: unknown) => {
      missing.length = 0;
      throw error;
    };
    const running = Array.from({ length: MAX_PARALLEL_PARTS }, () =>
      runLane().catch(stopOtherLanes),
    );
    const results = await Promise.allSettled(running);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    signal.throwIfAborted();
    updateUpload(entry, { state: "checking", sent: file.size, bytesPerSecond: null });
    const { sha256 } = await transport.complete({ fileId, uploadId: serverUpload.id });
    updateUpload(entry, { state: "done", sha256 });
    options.onDone();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    list: () => snapshot,

    /** Adds a file. If the same file is already queued for the same target, resumes that upload instead. */
    add(job: UploadJob) {
      const existingEntry = entries.find(
        ({ upload, job: existingJob }) =>
          upload.state !== "done" &&
          existingJob.fileId === job.fileId &&
          isSameFile(existingJob.file, job.file),
      );
      if (existingEntry) {
        existingEntry.job = job;
        this.resume(existingEntry.upload.key);
        return;
      }
      entries.push({
        upload: {
          key: ++lastKey,
          fileId: job.fileId,
          name: job.file.name,
          size: job.file.size,
          state: "waiting",
          sent: 0,
          bytesPerSecond: null,
          error: null,
          sha256: null,
        },
        job,
        uploadId: null,
        controller: new AbortController(),
        failures: 0,
        samples: [],
      });
      notifyListeners();
      startNext();
    },

    pause(key: number) {
      const entry = findEntry(key);
      if (!entry || entry.upload.state === "checking") return;
      entry.controller.abort();
      updateUpload(entry, { state: "paused", bytesPerSecond: null, error: null });
      startNext();
    },

    /** Resumes a paused or failed upload. */
    resume(key: number) {
      const entry = findEntry(key);
      if (!entry || (entry.upload.state !== "paused" && entry.upload.state !== "failed")) return;
      updateUpload(entry, { state: "waiting", error: null });
      startNext();
    },

    /** Cancels an upload and deletes its uploaded parts. */
    async cancel(key: number) {
      const entry = findEntry(key);
      if (!entry || entry.upload.state === "checking") return;
      entry.controller.abort();
      entries = entries.filter((each) => each !== entry);
      notifyListeners();
      startNext();
      const { uploadId, job } = entry;
      // If this fails, the server deletes the upload after a week.
      if (uploadId !== null)
        await transport.abort({ fileId: job.fileId, uploadId }).catch(() => undefined);
      options.onDone();
    },

    /** Removes a completed upload from the list. */
    dismiss(key: number) {
      entries = entries.filter(({ upload }) => upload.key !== key || upload.state !== "done");
      notifyListeners();
    },
  };
}

/** Compares name, size and modification time, which is all a browser reveals. */
export function isSameFile(
  one: Pick<File, "name" | "size" | "lastModified">,
  other: Pick<File, "name" | "size" | "lastModified">,
): boolean {
  return (
    one.name.normalize() === other.name.normalize() &&
    one.size === other.size &&
    one.lastModified === other.lastModified
  );
}

/**
 * Reads a part into memory before sending it, to tell a changed file from a lost connection.
 * @throws FileUnavailableError if the file was changed or removed
 */
async function readPart(file: File, start: number, end: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(start, end).arrayBuffer();
  } catch (cause) {
    throw new FileUnavailableError("the file can no longer be read", { cause });
  }
}

/** Whether the same file would fail again. */
export const isRejected = (error: Error | null): boolean =>
  error instanceof FileUnavailableError ||
  (error instanceof ApiError && (error.fields.length > 0 || error.code === "not_found"));

function isRetryable(error: unknown, failures: number): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || failures >= MAX_SERVER_FAILURES) return false;
  return error.status >= 500 || error.code === "rate_limited";
}

function measureSpeed(entry: QueueEntry, sent: number, now: number): number | null {
  entry.samples = [
    ...entry.samples.filter(({ at }) => now - at < SPEED_WINDOW_MS),
    { at: now, sent },
  ];
  const [first] = entry.samples;
  if (!first || now - first.at < 1000) return entry.upload.bytesPerSecond;
  return Math.max(0, ((sent - first.sent) / (now - first.at)) * 1000);
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
