import { z } from "zod";
import { MOST_PAGE_SIZE } from "../db/page-cursor.ts";

/** How every list is paged; a list adds its own filters with `z.strictObject({ ...pageQuery, … })`. */
export const pageQuery = {
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(MOST_PAGE_SIZE).optional(),
};
