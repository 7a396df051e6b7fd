import { createHash } from "node:crypto";
import { z } from "zod";
import type { Manifest } from "./manifest.ts";
import { PartWriter, readLines } from "./parts.ts";
import type { Storage } from "./storage.ts";

/** The bucket of a shop, here or in an account. */
export type ShopBucket = Pick<R2Bucket, "list" | "get" | "put" | "createMultipartUpload">;

/**
 * What no backup has: payloads of Stripe's events are only displayed, and parts of an unfinished upload are uploaded
 * again. Everything else is content: files, pictures, and the archive of the feed.
 */
const notContent = ["stripe-events/", "uploads/"];

/** What is in memory of a file. R2 takes no smaller parts than 5 MiB. */
const PIECE_BYTES = 8 * 1024 * 1024;

const metadata = z.record(z.string(), z.string());
const storedObject = z.strictObject({
  key: z.string(),
  etag: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Where its content is, in the folder of all backups. */
  path: z.string(),
  httpMetadata: metadata,
  customMetadata: metadata,
});

export type StoredObject = z.output<typeof storedObject>;

/**
 * Copies the content of a bucket that the storage does not have yet. An object that an earlier backup has under the same
 * ETag is not read again.
 * @param input.before the newest earlier backup; undefined for the first
 */
export async function copyObjects(
  bucket: ShopBucket,
  storage: Storage,
  input: { path: string; before: Manifest | undefined; progress: (line: string) => void },
): Promise<Manifest["objects"] & { copied: number }> {
  const known = await mapObjects(storage, input.before);
  const writer = new PartWriter(storage, `${input.path}objects`);
  const totals = { count: 0, bytes: 0, copied: 0 };
  for await (const object of listObjects(bucket)) {
    if (notContent.some((prefix) => object.key.startsWith(prefix))) continue;
    const before = known.get(object.key);
    const isKnown =
      before?.etag === object.etag && (await storage.findSize(before.path)) === object.size;
    const stored = isKnown ? before : await copyObject(bucket, storage, object);
    if (!stored) continue;
    await writer.add(JSON.stringify({ ...stored, ...metadataOf(object) }));
    totals.count++;
    totals.bytes += object.size;
    if (isKnown) continue;
    totals.copied++;
    if (totals.copied % 100 === 0) input.progress(`${totals.copied} files copied …`);
  }
  return { ...totals, parts: await writer.end() };
}

/** Lists what a bucket has, page by page. */
export async function* listObjects(bucket: ShopBucket): AsyncGenerator<R2Object> {
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({
      include: ["httpMetadata", "customMetadata"],
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.objects;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

/** A cache may expire at a time, which is the only metadata that is no text. The shop sets none. */
const metadataOf = ({ httpMetadata = {}, customMetadata = {} }: R2Object) => ({
  httpMetadata: metadata.parse(
    Object.fromEntries(
      Object.entries(httpMetadata).filter(([, value]) => typeof value === "string"),
    ),
  ),
  customMetadata,
});

/** @returns null if the object was deleted since it was listed */
async function copyObject(
  bucket: ShopBucket,
  storage: Storage,
  { key, etag, size }: R2Object,
): Promise<Omit<StoredObject, "httpMetadata" | "customMetadata"> | null> {
  const name = createHash("sha256").update(`${key}\n${etag}`).digest("hex");
  const path = `objects/${name.slice(0, 2)}/${name}`;
  const hash = createHash("sha256");
  const first = await readPiece(bucket, { key, etag, offset: 0, size });
  if (!first) return null;
  async function* content() {
    for (let offset = 0; offset < size || offset === 0; offset += PIECE_BYTES) {
      const piece = offset === 0 ? first : await readPiece(bucket, { key, etag, offset, size });
      if (!piece) throw new Error(`${key} changed while it was copied. Run this again.`);
      hash.update(piece);
      yield piece;
    }
  }
  await storage.writeStream(path, content(), size);
  return { key, etag, size, sha256: hash.digest("hex"), path };
}

async function readPiece(
  bucket: ShopBucket,
  { key, etag, offset, size }: { key: string; etag: string; offset: number; size: number },
): Promise<Uint8Array | null> {
  const range = { offset, length: Math.min(PIECE_BYTES, size - offset) };
  const object = await bucket.get(key, {
    onlyIf: { etagMatches: etag },
    ...(size > 0 && { range }),
  });
  return object && "arrayBuffer" in object ? new Uint8Array(await object.arrayBuffer()) : null;
}

/** Reads the list of a backup's objects. */
export async function* readObjects(
  storage: Storage,
  { objects }: Manifest,
): AsyncGenerator<StoredObject> {
  for await (const line of readLines(storage, objects.parts))
    yield storedObject.parse(JSON.parse(line));
}

async function mapObjects(
  storage: Storage,
  before: Manifest | undefined,
): Promise<Map<string, StoredObject>> {
  const known = new Map<string, StoredObject>();
  if (before) for await (const each of readObjects(storage, before)) known.set(each.key, each);
  return known;
}

/**
 * Puts the objects of a backup into a bucket, piece by piece. One that is there with the same content is left alone, so
 * this continues where it was interrupted.
 */
export async function putObjects(
  storage: Storage,
  manifest: Manifest,
  bucket: ShopBucket,
  progress: (line: string) => void,
): Promise<void> {
  const present = new Map<string, R2Object>();
  for await (const object of listObjects(bucket)) present.set(object.key, object);
  let done = 0;
  for await (const object of readObjects(storage, manifest)) {
    if (!isSame(present.get(object.key), object)) await putObject(storage, bucket, object);
    done++;
    if (done % 100 === 0) progress(`${done} of ${manifest.objects.count} files …`);
  }
}

/** The mark of a restored object: an object of several pieces has another ETag than before. */
const HASH = "restored-sha256";

const isSame = (present: R2Object | undefined, { etag, size, sha256 }: StoredObject) =>
  present?.size === size && (present.etag === etag || present.customMetadata?.[HASH] === sha256);

async function putObject(
  storage: Storage,
  bucket: ShopBucket,
  { key, path, size, sha256, httpMetadata, customMetadata }: StoredObject,
): Promise<void> {
  if (size <= PIECE_BYTES) {
    await bucket.put(key, new Uint8Array(await storage.read(path)), {
      httpMetadata,
      customMetadata,
    });
    return;
  }
  const upload = await bucket.createMultipartUpload(key, {
    httpMetadata,
    customMetadata: { ...customMetadata, [HASH]: sha256 },
  });
  const parts: R2UploadedPart[] = [];
  for await (const piece of inPieces(storage.readStream(path)))
    parts.push(await upload.uploadPart(parts.length + 1, piece));
  await upload.complete(parts);
}

/** Joins and cuts a stream into pieces of the same size: only the last one may be smaller. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    for (; joined.length - at >= PIECE_BYTES; at += PIECE_BYTES)
      yield new Uint8Array(joined.subarray(at, at + PIECE_BYTES));
    waiting = [joined.subarray(at)];
    size = joined.length - at;
  }
  if (size > 0) yield new Uint8Array(Buffer.concat(waiting));
}
