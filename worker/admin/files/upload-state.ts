import { z } from "zod";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { DAY } from "../../lib/time.ts";
import { newUpload } from "./schema.ts";

const MIB = 1024 * 1024;

/** R2 deletes an unfinished upload after a week. */
const UPLOAD_TTL_MS = 7 * DAY;

/** An unfinished multipart upload. Every part has `partSize` bytes, except the last. */
export type Upload = z.output<typeof upload>;

const upload = newUpload.extend({
  /** The id of the future version. */
  id: z.string(),
  fileId: z.string(),
  r2Key: z.string(),
  /** R2's id of the upload. */
  r2UploadId: z.string(),
  partSize: z.int(),
  createdAt: z.int(),
});

/** Identifies one upload. */
export type UploadRef = Pick<Upload, "fileId" | "id">;

/** Returns the part size in bytes: 8 MiB, or more if there would be over 1000 parts; at most 95 MB by the schema. */
export function partSizeFor(size: number): number {
  return Math.max(8, Math.ceil(size / 1000 / MIB)) * MIB;
}

export function countParts({ size, partSize }: Pick<Upload, "size" | "partSize">): number {
  return Math.ceil(size / partSize);
}

// The state of an upload is stored as small objects in the same bucket: one with its metadata, and an empty one for
// each part that has arrived, with the part's etag. Parts arrive in parallel, so each has its own object.
const METADATA_FILE = "about.json";
const uploadPrefix = ({ fileId, id }: UploadRef) => `uploads/${fileId}/${id}/`;

export async function saveUpload(ctx: Ctx, state: Upload): Promise<void> {
  await ctx.files.put(uploadPrefix(state) + METADATA_FILE, JSON.stringify(state));
}

/**
 * Returns an open upload.
 * @throws `not_found` if there is none, or it has expired in R2
 */
export async function requireUpload(ctx: Ctx, name: UploadRef): Promise<Upload> {
  const object = await ctx.files.get(uploadPrefix(name) + METADATA_FILE);
  const state = object && upload.parse(await object.json());
  if (!state || ctx.now - state.createdAt >= UPLOAD_TTL_MS)
    throw fail("not_found", { reason: "no open upload of that id" });
  return state;
}

export async function savePart(ctx: Ctx, name: UploadRef, part: R2UploadedPart): Promise<void> {
  const key = uploadPrefix(name) + String(part.partNumber).padStart(5, "0");
  await ctx.files.put(key, "", { customMetadata: { etag: part.etag } });
}

/** Lists the parts that have arrived, in order. */
export async function listParts(ctx: Ctx, name: UploadRef): Promise<R2UploadedPart[]> {
  const objects = await listFolder(ctx, uploadPrefix(name));
  return objects.flatMap(({ key, customMetadata }) => {
    const partNumber = Number(key.slice(uploadPrefix(name).length));
    const etag = customMetadata?.["etag"];
    return etag === undefined ? [] : [{ partNumber, etag }];
  });
}

/** Lists the ids of a file's unfinished uploads, oldest first. */
export async function listUploadIds(ctx: Ctx, fileId: string): Promise<string[]> {
  const objects = await listFolder(ctx, `uploads/${fileId}/`);
  return [...new Set(objects.flatMap(({ key }) => key.split("/")[2] ?? []))];
}

export async function deleteUpload(ctx: Ctx, name: UploadRef): Promise<void> {
  const keys = (await listFolder(ctx, uploadPrefix(name))).map(({ key }) => key);
  // The metadata is deleted last, so that an interrupted deletion can be repeated.
  await ctx.files.delete(keys.filter((key) => !key.endsWith(METADATA_FILE)));
  await ctx.files.delete(uploadPrefix(name) + METADATA_FILE);
}

async function listFolder(ctx: Ctx, prefix: string): Promise<R2Object[]> {
  const found: R2Object[] = [];
  let cursor: string | undefined;
  do {
    const page = await ctx.files.list({ prefix, cursor, include: ["customMetadata"] });
    found.push(...page.objects);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return found;
}
