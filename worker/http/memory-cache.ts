import { readAtMost } from "../lib/read-at-most.ts";

/** Larger answers, such as sitemaps, are not kept. */
const MAX_ENTRY_BYTES = 256 * 1024;

/** About a hundred pages. An isolate has 128 MB for everything. */
const MAX_TOTAL_BYTES = 4 * 1024 * 1024;

type Entry = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> };

/** The least recently used first. Keys contain a version, so nothing has to be removed because it is old. */
const entries = new Map<string, Entry>();
let totalBytes = 0;

/** Returns an answer that this isolate has kept. */
export function matchInMemory(key: string): Response | undefined {
  const entry = entries.get(key);
  if (!entry) return undefined;
  entries.delete(key);
  entries.set(key, entry);
  return new Response(entry.body, entry);
}

/** Keeps an answer in this isolate, and forgets those that were used least recently. */
export async function putInMemory(key: string, response: Response): Promise<void> {
  const { status, headers } = response;
  const body = await readAtMost(response.body, MAX_ENTRY_BYTES);
  if (!body || entries.has(key)) return;
  entries.set(key, { status, headers, body });
  totalBytes += body.byteLength;
  for (const [oldest, { body }] of entries) {
    if (totalBytes <= MAX_TOTAL_BYTES) return;
    entries.delete(oldest);
    totalBytes -= body.byteLength;
  }
}
