import { z } from "zod";
import { pageQuery } from "../frame/page-query.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { plainText } from "../../lib/text-schema.ts";

const name = plainText(120).min(1, "Enter a name.");

/** A new file. Its bytes come with its versions. */
export const newFile = z.strictObject({
  benefitId: idSchema("bnf"),
  name,
});

export const fileName = z.strictObject({ name });

/** All active files of a download, in their new order. */
export const fileOrder = z.strictObject({
  benefitId: newFile.shape.benefitId,
  fileIds: z.array(idSchema("fil")).max(1000),
});

/** The metadata of a version. `size` is in bytes. `fileName` can be anything: it is sanitized. */
export const newVersion = z.strictObject({
  label: z.string().trim().max(60, "Must be 60 characters or fewer.").default(""),
  fileName: z.string().max(1024),
  contentType: z
    .string()
    .regex(/^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}$/)
    .default("application/octet-stream"),
  size: z.int().min(0),
});

export type NewVersion = z.output<typeof newVersion>;

/** The metadata of a multipart upload: at least one byte, and at most 1000 parts of 95 MB. */
export const newUpload = newVersion.extend({
  size: z.int().min(1, "The file is empty.").max(90_000_000_000, "Must be 90 GB or smaller."),
  /** When the file was last modified, in unix milliseconds. Used to recognize the same file on resume. */
  modifiedAt: z.int().optional(),
});

/** The search, filters and order of the list of all files. `search`: the start of the name, or an id. */
export const fileListQuery = z.strictObject({
  ...pageQuery,
  search: z.string().trim().max(120).optional(),
  benefitId: newFile.shape.benefitId.optional(),
  state: z.enum(["offered", "archived"]).optional(),
  sort: z.enum(["newest", "oldest", "name"]).optional(),
});
