import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Storage } from "./storage.ts";

/** A compressed file with lines of JSON. */
export type Part = { path: string; lines: number; size: number; sha256: string };

/** How much text one part has. It is all of a part that is ever in memory. */
const PART_BYTES = 8_000_000;

export const hashOf = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** Writes lines into as many parts as they need, named after `name`. */
export class PartWriter {
  readonly parts: Part[] = [];
  #lines: string[] = [];
  #bytes = 0;

  readonly #storage: Storage;
  readonly #name: string;

  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#name = name;
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#bytes += line.length + 1;
    if (this.#bytes >= PART_BYTES) await this.#flush();
  }

  /** Writes what is left. @returns all parts */
  async end(): Promise<Part[]> {
    if (this.#lines.length > 0) await this.#flush();
    return this.parts;
  }

  async #flush(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#bytes = 0;
    const content = await promisify(gzip)(lines.join("\n"));
    const path = `${this.#name}-${String(this.parts.length + 1).padStart(4, "0")}.ndjson.gz`;
    await this.#storage.write(path, content);
    this.parts.push({
      path,
      lines: lines.length,
      size: content.length,
      sha256: hashOf(content),
    });
  }
}

/**
 * Reads the lines of parts, one part after the other.
 * @throws Error if a part is missing or is not what was written
 */
export async function* readLines(storage: Storage, parts: readonly Part[]): AsyncGenerator<string> {
  for (const part of parts) {
    const lines = await readPart(storage, part);
    for (const line of lines) yield line;
  }
}

async function readPart(storage: Storage, { path, sha256, lines: count }: Part): Promise<string[]> {
  const content = await storage.read(path);
  if (hashOf(content) !== sha256)
    throw new Error(`${path} is damaged: it has another SHA-256 than the manifest says`);
  const lines = (await promisify(gunzip)(content)).toString().split("\n");
  if (lines.length !== count)
    throw new Error(`${path} has ${lines.length} lines instead of ${count}`);
  return lines;
}
