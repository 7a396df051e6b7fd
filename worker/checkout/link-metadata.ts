import { z } from "zod";

const MAX_ENTRIES = 20;

/** What is attached to a link, for its maker's own use. */
export const linkMetadata = z
  .record(z.string().regex(/^[\w-]{1,40}$/), z.string().max(500))
  .refine(
    (entries) => Object.keys(entries).length <= MAX_ENTRIES,
    `${MAX_ENTRIES} entries at most`,
  );
