import { z } from "zod";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { DAY } from "../../lib/time.ts";
import { newUpload } from "./schema.ts";

const MIB = 1024 * 1024;

/** R2 forgets an upload that was not completed after a week. */
const UPLOAD_LIFE_MS = 7 * DAY;

/** An upload in parts that is not complete. Every part has `partSize` bytes, the last one the rest. */
export type Upload = z.output<typeof upload>;

const upload = newUpload.extend({
  /** The version it will be. */
  id: z.string(),
  fileId: z.string(),
  r2Key: z.string(),
  /** R2's name for it. */
  r2UploadId: z.string(),
  partSize: z.int(),
  createdAt: z.int(),
});

/** Names one upload. */
export type UploadName = Pick<Upload, "fileId" | "id">;

/** How large the parts are, in bytes: 8 MiB, and more where that made over a thousand of them; at most 95 MB by the schema. */
export function partSizeFor(size: number): number {
  return Math.max(8, Math.ceil(size / 1000 / MIB)) * MIB;
}

export function countParts({ size, partSize }: Pick<Upload, "size" | "partSize">): number {
  return Math.ceil(size / partSize);
}

// An upload is kept beside the bytes, as small objects of the same bucket: one that says what it is, and an empty one
// for each part that is there, with the part's tag. Parts arrive side by side, so no two of them share an object.
const ABOUT = "about.json";
const folderOf = ({ fileId, id }: UploadName) => `uploads/${fileId}/${id}/`;

export async function saveUpload(ctx: Ctx, state: Upload): Promise<void> {
  await ctx.files.put(folderOf(state) + ABOUT, JSON.stringify(state));
}

/** @throws `not_found` where there is none, or R2 has forgotten it */
export async function findUpload(ctx: Ctx, name: UploadName): Promise<Upload> {
  const object = await ctx.files.get(folderOf(name) + ABOUT);
  const state = object && upload.parse(await object.json());
  if (!state || ctx.now - state.createdAt >= UPLOAD_LIFE_MS)
    throw fail("not_found", { reason: "no open upload of that id" });
  return state;
}

export async function savePart(ctx: Ctx, name: UploadName, part: R2UploadedPart): Promise<void> {
  const key = folderOf(name) + String(part.partNumber).padStart(5, "0");
  await ctx.files.put(key, "", { customMetadata: { etag: part.etag } });
}

/** The parts that are there, in their order. */
export async function listParts(ctx: Ctx, name: UploadName): Promise<R2UploadedPart[]> {
  const objects = await listFolder(ctx, folderOf(name));
  return objects.flatMap(({ key, customMetadata }) => {
    const partNumber = Number(key.slice(folderOf(name).length));
    const etag = customMetadata?.["etag"];
    return etag === undefined ? [] : [{ partNumber, etag }];
  });
}

/** The ids of a file's uploads that were begun and not completed, oldest first. */
export async function listUploadIds(ctx: Ctx, fileId: string): Promise<string[]> {
  const objects = await listFolder(ctx, `uploads/${fileId}/`);
  return [...new Set(objects.flatMap(({ key }) => key.split("/")[2] ?? []))];
}

export async function forgetUpload(ctx: Ctx, name: UploadName): Promise<void> {
  const keys = (await listFolder(ctx, folderOf(name))).map(({ key }) => key);
  // What says what it is goes last: cut short, it can be forgotten again.
  await ctx.files.delete(keys.filter((key) => !key.endsWith(ABOUT)));
  await ctx.files.delete(folderOf(name) + ABOUT);
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
