import { z } from "zod";
import { pageQuery } from "../../../http/page-query.ts";

const priceId = z.string().regex(/^prc_[0-9a-z]{26}$/, "Choose a price.");

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
  /** Whether the shop tells each subscriber by email. False if the team tells them itself. */
  sendsEmails: z.boolean(),
});

export type NewPriceMove = z.output<typeof newPriceMove>;

export const movedQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(["planned", "moved", "left_out", "canceled", "failed"]),
});
