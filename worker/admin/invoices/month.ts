import { z } from "zod";
import { isTimeZone } from "../../lib/time.ts";

/** A month as the clocks of a time zone show it: `2026-11`, and a name of the IANA database. */
export const monthQuery = z.strictObject({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
  timeZone: z.string().refine(isTimeZone),
});

export type MonthInput = z.output<typeof monthQuery>;
