import { plainText } from "../../lib/text-schema.ts";

/** A tag: a few words. Case makes no difference. */
export const tagSchema = plainText(40)
  .min(1, "Enter a tag.")
  .transform((tag) => tag.toLowerCase());
