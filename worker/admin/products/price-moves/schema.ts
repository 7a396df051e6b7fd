import { z } from "zod";
import { pageQuery } from "../../frame/page-query.ts";
import { idSchema } from "../../../lib/id-schema.ts";

const priceId = idSchema("prc", "Choose a price.");

export const previewQuery = z.strictObject({ ...pageQuery, from: priceId, to: priceId });

/** The input for a new price move. */
export const newPriceMove = z.strictObject({
  fromPriceId: priceId,
  toPriceId: priceId,
  /** The new price applies from the first renewal that is at least so many days away. */
  noticeDays: z
    .int("Write a number of days")
    .min(0, "Must be 0 days or more.")
    .max(365, "Must be 365 days or fewer."),
  /** Whether the shop emails each subscriber. False if the team informs them itself. */
  sendsEmails: z.boolean(),
});

export type NewPriceMove = z.output<typeof newPriceMove>;

export const movedQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(["planned", "moved", "left_out", "canceled", "failed"]),
});
