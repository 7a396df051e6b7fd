import { expect, test } from "vitest";
import { ApiError, NetworkError } from "../../http/errors.ts";
import { createUploadQueue, isRejected, type UploadJob, type Transport } from "./upload-queue.ts";

const PART = 4;

/** A file of `size` bytes; each byte equals its position. */
const createFile = (size: number, name = "film.mov") =>
  new File([Uint8Array.from({ length: size }, (_, at) => at)], name, { lastModified: 1 });

const job = (file: File, fileId = "fil_1"): UploadJob => ({ fileId, label: "", file });

/** A server that stores parts. `beforePart` runs before each part and may throw or block. */
function createTestServer(beforePart: (part: number) => void | Promise<void> = () => {}) {
  const parts = new Map<string, Map<number, number[]>>();
  const put: string[] = [];
  const retries: number[] = [];
  const transport: Transport = {
    open: async ({ fileId, file }) => {
      const id = `${fileId}:${file.name}`;
      const existingParts = parts.get(id) ?? new Map<number, number[]>();
      parts.set(id, existingParts);
      return {
        id,
        partSize: PART,
        parts: Math.ceil(file.size / PART),
        uploadedParts: [...existingParts.keys()],
      };
    },
    putPart: async ({ uploadId, part, bytes, signal, onProgress }) => {
      put.push(`${uploadId}/${part}`);
      onProgress(1);
      const blocked = Promise.resolve(beforePart(part));
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(new NetworkError("aborted"))),
      );
      await Promise.race([blocked, aborted]);
      parts.get(uploadId)?.set(part, [...new Uint8Array(bytes)]);
    },
    complete: async ({ uploadId }) => {
      const bytes = [...(parts.get(uploadId) ?? [])].toSorted(([a], [b]) => a - b);
      return { sha256: bytes.flatMap(([, part]) => part).join() };
    },
    abort: async ({ uploadId }) => void parts.delete(uploadId),
    waitForRetry: async (failures) => void retries.push(failures),
  };
  const done: number[] = [];
  const queue = createUploadQueue(transport, { onDone: () => done.push(1), now: () => 0 });
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!condition()) return;
        stop();
        resolve();
      };
      const stop = queue.subscribe(check);
      check();
    });
  const reach = (state: string, at = 0) => until(() => queue.list()[at]?.state === state);
  return { queue, parts, put, retries, done, until, reach };
}

const getExpectedBytes = (size: number) => Array.from({ length: size }, (_, at) => at).join();

test("uploads a whole file whose last part is shorter", async () => {
  const { queue, reach, done } = createTestServer();
  queue.add(job(createFile(10)));
  await reach("done");
  expect(queue.list()).toMatchObject([{ sent: 10, sha256: getExpectedBytes(10) }]);
  expect(done).toHaveLength(1);
});

test("an upload retries after connection errors and resends only the missing parts", async () => {
  let failures = 3;
  const { queue, reach, put, retries } = createTestServer((part) => {
    if (part === 3 && failures-- > 0) throw new NetworkError("offline");
  });
  queue.add(job(createFile(12)));
  await reach("done");
  expect(queue.list()[0]!.sha256).toBe(getExpectedBytes(12));
  expect(put.filter((each) => each.endsWith("/1"))).toHaveLength(1);
  expect(put.filter((each) => each.endsWith("/3"))).toHaveLength(4);
  expect(retries.at(-1)).toBe(2);
});

test("an upload resumes after a reload from the uploaded parts", async () => {
  const { queue, parts, reach, put } = createTestServer();
  parts.set("fil_1:film.mov", new Map([[1, [0, 1, 2, 3]]]));
  queue.add(job(createFile(8)));
  await reach("done");
  expect(put).toEqual(["fil_1:film.mov/2"]);
  expect(queue.list()[0]!.sha256).toBe(getExpectedBytes(8));
});

test("a paused upload lets the next file upload and can be resumed", async () => {
  const never = new Promise<void>(() => {});
  let isHeld = true;
  const { queue, reach, put } = createTestServer((part) =>
    part === 2 && isHeld ? never : undefined,
  );
  queue.add(job(createFile(8)));
  queue.add(job(createFile(4, "second.mov"), "fil_2"));
  expect(queue.list().map(({ state }) => state)).toEqual(["sending", "waiting"]);
  const { key } = queue.list()[0]!;
  queue.pause(key);
  await reach("done", 1);
  expect(queue.list()[0]!.state).toBe("paused");
  isHeld = false;
  const before = put.length;
  queue.resume(key);
  await reach("done");
  expect(put.length).toBeGreaterThan(before);
  expect(queue.list()[0]!.sha256).toBe(getExpectedBytes(8));
});

test("a rejected upload is retried only on request", async () => {
  let isRefused = true;
  const { queue, reach, retries } = createTestServer(() => {
    if (isRefused) throw new ApiError(422, { code: "invalid_input" }, undefined);
  });
  queue.add(job(createFile(4)));
  await reach("failed");
  expect(retries).toEqual([]);
  isRefused = false;
  queue.resume(queue.list()[0]!.key);
  await reach("done");
});

test("an upload gives up after five retries of server errors", async () => {
  const { queue, reach, retries } = createTestServer(() => {
    throw new ApiError(503, {}, undefined);
  });
  queue.add(job(createFile(4)));
  await reach("failed");
  expect(retries).toEqual([0, 1, 2, 3, 4]);
  expect(isRejected(queue.list()[0]!.error)).toBe(false);
});

test("canceling removes the upload from the queue and the server", async () => {
  const never = new Promise<void>(() => {});
  const { queue, parts, put, until } = createTestServer((part) => (part === 2 ? never : undefined));
  queue.add(job(createFile(8)));
  await until(() => put.length === 2);
  await queue.cancel(queue.list()[0]!.key);
  expect(queue.list()).toEqual([]);
  expect(parts.size).toBe(0);
});

test("adding the same file again resumes its upload instead of starting another", async () => {
  const { queue, reach } = createTestServer();
  queue.add(job(createFile(8)));
  queue.pause(queue.list()[0]!.key);
  queue.add(job(createFile(8)));
  expect(queue.list()).toHaveLength(1);
  await reach("done");
  expect(queue.list()[0]!.sha256).toBe(getExpectedBytes(8));
});

test("an unreadable file fails with an error that says so", async () => {
  const { queue, reach } = createTestServer();
  const file = createFile(4);
  file.slice = () => {
    throw new DOMException("gone", "NotReadableError");
  };
  queue.add(job(file));
  await reach("failed");
  expect(queue.list()[0]!.error?.name).toBe("Error");
  expect(queue.list()[0]!.error?.message).toBe("the file can no longer be read");
  expect(isRejected(queue.list()[0]!.error)).toBe(true);
});

test.each([
  { code: "invalid_input" as const, fields: [{ path: "size", message: "Must be smaller." }] },
  { code: "not_found" as const, fields: [] },
])("a file that would be rejected again is told apart: $code", async (problem) => {
  const { queue, reach } = createTestServer(() => {
    throw new ApiError(422, problem, undefined);
  });
  queue.add(job(createFile(4)));
  await reach("failed");
  expect(isRejected(queue.list()[0]!.error)).toBe(true);
});
