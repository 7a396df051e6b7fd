import { z } from "zod";

const name = z.string().trim().min(1).max(120);

/** A file as the seller names it; its bytes come with its versions. */
export const newFile = z.strictObject({
  benefitId: z.string().regex(/^bnf_[0-9a-z]{26}$/),
  name,
});

export const fileName = z.strictObject({ name });

/**
 * What is said of a version's bytes. `size` in bytes. `fileName` may be anything: it is made fit to save under.
 */
export const newVersion = z.strictObject({
  label: z.string().trim().max(60).default(""),
  fileName: z.string().max(1024),
  contentType: z
    .string()
    .regex(/^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}$/)
    .default("application/octet-stream"),
  size: z.int().min(0),
});

export type NewVersion = z.output<typeof newVersion>;

/** What comes in parts: at least a byte, and at most what a thousand parts of 95 MB hold. */
export const newUpload = newVersion.extend({ size: z.int().min(1).max(90_000_000_000) });
