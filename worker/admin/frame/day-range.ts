import { z } from "zod";

const utcDay = z.iso.date("Write the day as YYYY-MM-DD").optional();

/**
 * The query parameters of a list that is filtered by time: UTC days, both included. A list adds them with
 * `z.strictObject({ ...dayRangeQuery, … })`. A range that ends before it starts finds nothing.
 */
export const dayRangeQuery = { from: utcDay, to: utcDay };
