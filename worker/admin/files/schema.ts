import { z } from "zod";

const name = z.string().trim().min(1, "Give it a name").max(120, "At most 120 characters");

/** A file as the seller names it; its bytes come with its versions. */
export const newFile = z.strictObject({
  benefitId: z.string().regex(/^bnf_[0-9a-z]{26}$/),
  name,
});

export const fileName = z.strictObject({ name });

/** All files of a download that are offered, as they are to stand. */
export const fileOrder = z.strictObject({
  benefitId: newFile.shape.benefitId,
  fileIds: z.array(z.string().regex(/^fil_[0-9a-z]{26}$/)).max(1000),
});

/**
 * What is said of a version's bytes. `size` in bytes. `fileName` may be anything: it is made fit to save under.
 */
export const newVersion = z.strictObject({
  label: z.string().trim().max(60, "At most 60 characters").default(""),
  fileName: z.string().max(1024),
  contentType: z
    .string()
    .regex(/^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}$/)
    .default("application/octet-stream"),
  size: z.int().min(0),
});

export type NewVersion = z.output<typeof newVersion>;

/** What comes in parts: at least a byte, and at most what a thousand parts of 95 MB hold. */
export const newUpload = newVersion.extend({
  size: z.int().min(1, "The file is empty").max(90_000_000_000, "At most 90 GB"),
  /** When the sender's file was last changed, in unix milliseconds: that it is the same one is known by it later. */
  modifiedAt: z.int().optional(),
});
