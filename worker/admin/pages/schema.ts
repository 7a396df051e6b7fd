import { z } from "zod";
import { markdown } from "../../lib/markdown-schema.ts";
import { slug } from "../../catalog/slug.ts";

/** A members-only page, as a seller writes it. The excerpt is for everybody, the body is not. */
export const newPage = z.strictObject({
  slug,
  title: z.string().trim().min(1, "Give it a title").max(120, "At most 120 characters"),
  excerpt: markdown(20_000),
  body: markdown(100_000),
});

/** A page as it becomes, with the `updatedAt` (unix milliseconds) of what was edited. */
export const editedPage = newPage.extend({ updatedAt: z.int() });

export const preview = z.strictObject({ markdown: markdown(100_000) });

export type NewPage = z.output<typeof newPage>;
export type EditedPage = z.output<typeof editedPage>;
