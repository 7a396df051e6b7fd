import { z } from "zod";
import { MAX_PAGE_SIZE } from "../../db/page-cursor.ts";
import { promotionCodeForm } from "../../lib/id-schema.ts";

/**
 * The query parameters for paging, the same for every list. A list adds its filters with `z.strictObject({
 * ...pageQuery, … })`.
 */
export const pageQuery = {
  // Long enough for the cursor of a list that is sorted by a name of 120 characters in any script.
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
};

/** Stripe's id of a promotion code. */
export const promotionCodeId = z.string().regex(promotionCodeForm);

/** What is searched for in a list. */
export const searchText = z.string().trim().min(2, "Enter at least 2 characters.");

/** What a list accepts whose filters are these: `Filters<typeof orderFilters>`. */
export type Filters<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
