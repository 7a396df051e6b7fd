import { expect, test } from "vitest";
import { ApiError, NetworkError } from "../../http/errors.ts";
import { openUploadQueue, type Job, type Transport } from "./upload-queue.ts";

const PART = 4;

/** A file of so many bytes, each its own number. */
const fileOf = (size: number, name = "film.mov") =>
  new File([Uint8Array.from({ length: size }, (_, at) => at)], name, { lastModified: 1 });

const job = (file: File, fileId = "fil_1"): Job => ({ fileId, label: "", file });

/** A server that keeps what arrives; `obstruct` is asked before each part and may throw or hold it. */
function openServer(obstruct: (part: number) => void | Promise<void> = () => {}) {
  const parts = new Map<string, Map<number, number[]>>();
  const put: string[] = [];
  const rests: number[] = [];
  const transport: Transport = {
    open: async ({ fileId, file }) => {
      const id = `${fileId}:${file.name}`;
      const known = parts.get(id) ?? new Map<number, number[]>();
      parts.set(id, known);
      return {
        id,
        partSize: PART,
        parts: Math.ceil(file.size / PART),
        present: [...known.keys()],
      };
    },
    putPart: async ({ uploadId, part, bytes, signal, onProgress }) => {
      put.push(`${uploadId}/${part}`);
      onProgress(1);
      const held = Promise.resolve(obstruct(part));
      const gone = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(new NetworkError("aborted"))),
      );
      await Promise.race([held, gone]);
      parts.get(uploadId)?.set(part, [...new Uint8Array(bytes)]);
    },
    complete: async ({ uploadId }) => {
      const bytes = [...(parts.get(uploadId) ?? [])].toSorted(([a], [b]) => a - b);
      return { sha256: bytes.flatMap(([, part]) => part).join() };
    },
    abort: async ({ uploadId }) => void parts.delete(uploadId),
    rest: async (failures) => void rests.push(failures),
  };
  const done: number[] = [];
  const queue = openUploadQueue(transport, { onDone: () => done.push(1), now: () => 0 });
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        stop();
        resolve();
      };
      const stop = queue.subscribe(look);
      look();
    });
  const reach = (state: string, at = 0) => until(() => queue.list()[at]?.state === state);
  return { queue, parts, put, rests, done, until, reach };
}

const bytesTo = (size: number) => Array.from({ length: size }, (_, at) => at).join();

test("a file arrives whole, its last part shorter", async () => {
  const { queue, reach, done } = openServer();
  queue.add(job(fileOf(10)));
  await reach("done");
  expect(queue.list()).toMatchObject([{ sent: 10, sha256: bytesTo(10) }]);
  expect(done).toHaveLength(1);
});

test("a connection that is lost is waited for, and only what is missing is sent again", async () => {
  let failures = 3;
  const { queue, reach, put, rests } = openServer((part) => {
    if (part === 3 && failures-- > 0) throw new NetworkError("offline");
  });
  queue.add(job(fileOf(12)));
  await reach("done");
  expect(queue.list()[0]!.sha256).toBe(bytesTo(12));
  expect(put.filter((each) => each.endsWith("/1"))).toHaveLength(1);
  expect(put.filter((each) => each.endsWith("/3"))).toHaveLength(4);
  expect(rests.at(-1)).toBe(2);
});

test("what was cut off by a reload goes on from the parts that are there", async () => {
  const { queue, parts, reach, put } = openServer();
  parts.set("fil_1:film.mov", new Map([[1, [0, 1, 2, 3]]]));
  queue.add(job(fileOf(8)));
  await reach("done");
  expect(put).toEqual(["fil_1:film.mov/2"]);
  expect(queue.list()[0]!.sha256).toBe(bytesTo(8));
});

test("paused it sends nothing and lets the next one by; then it goes on", async () => {
  const never = new Promise<void>(() => {});
  let isHeld = true;
  const { queue, reach, put } = openServer((part) => (part === 2 && isHeld ? never : undefined));
  queue.add(job(fileOf(8)));
  queue.add(job(fileOf(4, "second.mov"), "fil_2"));
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
  expect(queue.list()[0]!.sha256).toBe(bytesTo(8));
});

test("a refusal is not tried again; asked for, it is", async () => {
  let isRefused = true;
  const { queue, reach, rests } = openServer(() => {
    if (isRefused) throw new ApiError(422, { code: "invalid_input" }, undefined);
  });
  queue.add(job(fileOf(4)));
  await reach("failed");
  expect(rests).toEqual([]);
  isRefused = false;
  queue.resume(queue.list()[0]!.key);
  await reach("done");
});

test("a server that fails again and again is left alone after some tries", async () => {
  const { queue, reach, rests } = openServer(() => {
    throw new ApiError(503, {}, undefined);
  });
  queue.add(job(fileOf(4)));
  await reach("failed");
  expect(rests).toEqual([0, 1, 2, 3, 4]);
});

test("given up, it is gone here and there", async () => {
  const never = new Promise<void>(() => {});
  const { queue, parts, put, until } = openServer((part) => (part === 2 ? never : undefined));
  queue.add(job(fileOf(8)));
  await until(() => put.length === 2);
  await queue.cancel(queue.list()[0]!.key);
  expect(queue.list()).toEqual([]);
  expect(parts.size).toBe(0);
});

test("the same file chosen again goes on where it is, and is no second upload", async () => {
  const { queue, reach } = openServer();
  queue.add(job(fileOf(8)));
  queue.pause(queue.list()[0]!.key);
  queue.add(job(fileOf(8)));
  expect(queue.list()).toHaveLength(1);
  await reach("done");
  expect(queue.list()[0]!.sha256).toBe(bytesTo(8));
});

test("a file that went away says so", async () => {
  const { queue, reach } = openServer();
  const file = fileOf(4);
  file.slice = () => {
    throw new DOMException("gone", "NotReadableError");
  };
  queue.add(job(file));
  await reach("failed");
  expect(queue.list()[0]!.error?.name).toBe("Error");
  expect(queue.list()[0]!.error?.message).toBe("the file cannot be read any more");
});
