import { gunzipSync, gzipSync } from "node:zlib";
import { fail } from "./errors.ts";

/** The lines of an object in R2, and its version there. */
export type StoredLines<Line> = { lines: Line[]; etag: string };

/**
 * Reads an object that `writeLines` wrote.
 * @returns null if there is none
 * @throws `unavailable` if R2 does not answer, or the object is damaged
 */
export async function readLines<Line>(
  bucket: R2Bucket,
  key: string,
): Promise<StoredLines<Line> | null> {
  try {
    const object = await bucket.get(key);
    if (!object) return null;
    const text = gunzipSync(await object.arrayBuffer()).toString();
    const lines = text.split("\n").filter((line) => line !== "");
    return { lines: lines.map((line) => JSON.parse(line) as Line), etag: object.etag };
  } catch (error) {
    throw fail("unavailable", { reason: `R2 could not read ${key}`, cause: error });
  }
}

/**
 * Writes lines of JSON (NDJSON), compressed with gzip, as one object.
 * @param input.etag the version that it replaces; null if there is none yet
 * @returns false if the object has another version by now; nothing was written then
 * @throws `unavailable` if R2 does not answer
 */
export async function writeLines(
  bucket: R2Bucket,
  input: { key: string; lines: unknown[]; etag: string | null },
): Promise<boolean> {
  const { key, lines, etag } = input;
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  try {
    const written = await bucket.put(key, gzipSync(text), {
      onlyIf: etag === null ? new Headers({ "if-none-match": "*" }) : { etagMatches: etag },
      httpMetadata: { contentType: "application/x-ndjson", contentEncoding: "gzip" },
    });
    return written !== null;
  } catch (error) {
    throw fail("unavailable", { reason: `R2 could not write ${key}`, cause: error });
  }
}
