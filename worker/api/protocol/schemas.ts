import { z } from "zod";
import { MAX_PAGE_SIZE, PAGE_SIZE } from "../../db/page-cursor.ts";

/** The query parameters of every list. A list adds its filters: `z.strictObject({ ...listQuery, … })`. */
export const listQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(PAGE_SIZE)
    .meta({ description: "The most objects to answer with." }),
  cursor: z
    .string()
    .max(600)
    .optional()
    .meta({ description: "The `nextCursor` of the page before. Left out for the first page." }),
};

/** For routes without query parameters. */
export const noQuery = z.strictObject({});

/** The schema of a page. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).meta({
      description:
        "Newest first. With filters, a page of a large shop may have fewer objects than asked for, or none, and still a `nextCursor`.",
    }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "The `cursor` of the next page; null on the last page." }),
  });
}
