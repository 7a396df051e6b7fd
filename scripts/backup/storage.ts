import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Where backups are kept: a folder, or a bucket. Paths have slashes on every system. */
export type Storage = {
  /** How a person finds it. */
  place: string;
  /** Writes small content, all or nothing. */
  write(path: string, content: Uint8Array | string): Promise<void>;
  /** Writes content piece by piece, all or nothing. @param size in bytes */
  writeStream(path: string, content: AsyncIterable<Uint8Array>, size: number): Promise<void>;
  /** @throws Error if there is none */
  read(path: string): Promise<Buffer>;
  readStream(path: string): AsyncIterable<Uint8Array>;
  /** Returns the size in bytes; null if there is none. */
  findSize(path: string): Promise<number | null>;
  /** Lists the names directly below a path that ends with a slash or is empty, folders without their slash. */
  list(path: string): Promise<string[]>;
};

/** Keeps backups in a folder. A file is written beside its place first, so a crash leaves no half of it. */
export function openFolder(folder: string): Storage {
  const at = (path: string) => join(folder, path);
  const prepare = async (path: string) => {
    await mkdir(dirname(at(path)), { recursive: true });
    return `${at(path)}.unfinished`;
  };
  return {
    place: folder,
    async write(path, content) {
      const unfinished = await prepare(path);
      await writeFile(unfinished, content, { mode: 0o600 });
      await rename(unfinished, at(path));
    },
    async writeStream(path, content) {
      const unfinished = await prepare(path);
      await pipeline(Readable.from(content), createWriteStream(unfinished, { mode: 0o600 }));
      await rename(unfinished, at(path));
    },
    read: (path) => readFile(at(path)),
    readStream: (path) => createReadStream(at(path)),
    findSize: (path) =>
      orMissing(
        stat(at(path)).then(({ size }) => size),
        null,
      ),
    list: (path) => orMissing(readdir(at(path)), []),
  };
}

async function orMissing<Value, Missing>(
  answer: Promise<Value>,
  missing: Missing,
): Promise<Value | Missing> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return missing;
    throw error;
  }
}
