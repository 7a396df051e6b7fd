import { ApiError, NetworkError } from "../../http/errors.ts";

/** Where an upload is. `resting`: the connection is gone, and it goes on by itself. */
export type UploadState =
  | "waiting"
  | "sending"
  | "resting"
  | "paused"
  | "checking"
  | "done"
  | "failed";

/** One file on its way. Sizes in bytes. */
export type Upload = {
  key: number;
  fileId: string;
  /** As the seller's machine calls it. */
  name: string;
  size: number;
  state: UploadState;
  sent: number;
  /** Over the last seconds; null where nobody knows yet. */
  bytesPerSecond: number | null;
  error: Error | null;
  /** Once it is done. */
  sha256: string | null;
};

/** What is to be sent, and which file it becomes a version of. */
export type Job = { fileId: string; label: string; file: File };

/** An upload as the server knows it: parts are numbered from 1. */
export type ServerUpload = { id: string; partSize: number; parts: number; present: number[] };

/** How a queue reaches the server. */
export type Transport = {
  /** Goes on with what is open for this very file, or begins. */
  open: (job: Job) => Promise<ServerUpload>;
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
  /** Until it is worth another try after so many that failed, or the signal. */
  rest: (failures: number, signal: AbortSignal) => Promise<void>;
};

/** The file changed, or went, after it was chosen. */
export class FileGone extends Error {}

const LANES = 2;
const MOST_SERVER_FAILURES = 5;
const SPEED_WINDOW_MS = 8000;

type Entry = {
  upload: Upload;
  job: Job;
  uploadId: string | null;
  controller: AbortController;
  /** In a row. */
  failures: number;
  samples: { at: number; sent: number }[];
};

/**
 * Sends files in parts, one file after the other, and goes on where it stood after a pause, a lost connection or a reload.
 * @param options.onDone when a version is made
 * @param options.now unix milliseconds
 */
export function openUploadQueue(
  transport: Transport,
  options: { onDone: () => void; now: () => number },
) {
  let entries: Entry[] = [];
  let shown: Upload[] = [];
  let lastKey = 0;
  const listeners = new Set<() => void>();

  function show() {
    shown = entries.map(({ upload }) => upload);
    for (const listener of listeners) listener();
  }

  function change(entry: Entry, changes: Partial<Upload>) {
    entry.upload = { ...entry.upload, ...changes };
    show();
  }

  const find = (key: number) => entries.find(({ upload }) => upload.key === key);
  const isBusy = ({ upload: { state } }: Entry) =>
    state === "sending" || state === "resting" || state === "checking";

  function work() {
    if (entries.some(isBusy)) return;
    const next = entries.find(({ upload }) => upload.state === "waiting");
    if (!next) return;
    next.controller = new AbortController();
    change(next, { state: "sending", error: null });
    void run(next, next.controller.signal).finally(work);
  }

  async function run(entry: Entry, signal: AbortSignal) {
    entry.failures = 0;
    while (!signal.aborted) {
      try {
        await attempt(entry, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!isWorthAnother(error, entry.failures)) {
          change(entry, { state: "failed", error: asError(error), bytesPerSecond: null });
          return;
        }
        change(entry, { state: "resting", error: asError(error), bytesPerSecond: null });
        await transport.rest(entry.failures++, signal);
        if (!signal.aborted) change(entry, { state: "sending", error: null });
      }
    }
  }

  async function attempt(entry: Entry, signal: AbortSignal) {
    const { job } = entry;
    const { fileId, file } = job;
    const opened = await transport.open(job);
    entry.uploadId = opened.id;
    // Given up while it was being opened.
    if (!entries.includes(entry)) await transport.abort({ fileId, uploadId: opened.id });
    const sizeOf = (part: number) =>
      part === opened.parts ? file.size - (opened.parts - 1) * opened.partSize : opened.partSize;
    const there = new Map(opened.present.map((part) => [part, sizeOf(part)]));
    entry.samples = [];
    const note = (part: number, bytes: number) => {
      if (signal.aborted) return;
      there.set(part, bytes);
      const sent = [...there.values()].reduce((sum, each) => sum + each, 0);
      change(entry, { sent, bytesPerSecond: measure(entry, sent, options.now()) });
    };
    const missing = Array.from({ length: opened.parts }, (_, at) => at + 1).filter(
      (part) => !there.has(part),
    );
    note(0, 0);

    const lane = async () => {
      for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
        signal.throwIfAborted();
        const number = part;
        const start = (number - 1) * opened.partSize;
        const bytes = await readPart(file, start, start + sizeOf(number));
        await transport.putPart({
          fileId,
          uploadId: opened.id,
          part: number,
          bytes,
          signal,
          onProgress: (sent) => note(number, sent),
        });
        entry.failures = 0;
        note(number, sizeOf(number));
      }
    };
    // Where one lane fails, the other finishes what it has begun: each part that arrives is one less to send.
    const failed = (error: unknown) => {
      missing.length = 0;
      throw error;
    };
    const lanes = Array.from({ length: LANES }, () => lane().catch(failed));
    const ends = await Promise.allSettled(lanes);
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    signal.throwIfAborted();
    change(entry, { state: "checking", sent: file.size, bytesPerSecond: null });
    const { sha256 } = await transport.complete({ fileId, uploadId: opened.id });
    change(entry, { state: "done", sha256 });
    options.onDone();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    list: () => shown,

    /** The same file for the same one is not sent twice at once: it goes on. */
    add(job: Job) {
      const same = entries.find(
        ({ upload, job: known }) =>
          upload.state !== "done" &&
          known.fileId === job.fileId &&
          isSameFile(known.file, job.file),
      );
      if (same) {
        same.job = job;
        this.resume(same.upload.key);
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
      show();
      work();
    },

    pause(key: number) {
      const entry = find(key);
      if (!entry || entry.upload.state === "checking") return;
      entry.controller.abort();
      change(entry, { state: "paused", bytesPerSecond: null, error: null });
      work();
    },

    /** After a pause or a failure. */
    resume(key: number) {
      const entry = find(key);
      if (!entry || (entry.upload.state !== "paused" && entry.upload.state !== "failed")) return;
      change(entry, { state: "waiting", error: null });
      work();
    },

    /** Gives it up; what had arrived goes. */
    async cancel(key: number) {
      const entry = find(key);
      if (!entry || entry.upload.state === "checking") return;
      entry.controller.abort();
      entries = entries.filter((each) => each !== entry);
      show();
      work();
      const { uploadId, job } = entry;
      // Where even this fails, the server forgets it after a week.
      if (uploadId !== null)
        await transport.abort({ fileId: job.fileId, uploadId }).catch(() => undefined);
      options.onDone();
    },

    /** Takes what is done out of the list. */
    dismiss(key: number) {
      entries = entries.filter(({ upload }) => upload.key !== key || upload.state !== "done");
      show();
    },
  };
}

/** As far as a browser tells: the name, the size and when it was last changed. */
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

/** Whole into memory: so a file that changed is told from a connection that broke. */
async function readPart(file: File, start: number, end: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(start, end).arrayBuffer();
  } catch (cause) {
    throw new FileGone("the file cannot be read any more", { cause });
  }
}

function isWorthAnother(error: unknown, failures: number): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || failures >= MOST_SERVER_FAILURES) return false;
  return error.status >= 500 || error.code === "rate_limited";
}

function measure(entry: Entry, sent: number, now: number): number | null {
  entry.samples = [
    ...entry.samples.filter(({ at }) => now - at < SPEED_WINDOW_MS),
    { at: now, sent },
  ];
  const [first] = entry.samples;
  if (!first || now - first.at < 1000) return entry.upload.bytesPerSecond;
  return Math.max(0, ((sent - first.sent) / (now - first.at)) * 1000);
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
