import { z } from "zod";

/** What turns the direction of all that follows it, also of others' words on the same line. */
const DIRECTION_CHANGES = /[\u202A-\u202E\u2066-\u2069]/gu;

/** A schema for a name or another plain text of at most `longest` characters. */
export const plainText = (longest: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(DIRECTION_CHANGES, ""))
    .trim()
    .max(longest, {
      error: () => `Must be ${longest.toLocaleString("en-US")} characters or fewer.`,
    });
