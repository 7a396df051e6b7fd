import { z } from "zod";
import { dayRangeQuery } from "../../http/day-range.ts";
import { pageQuery } from "../../http/page-query.ts";

const userId = z.string().regex(/^usr_[0-9a-z]{26}$/, "Enter an ID that starts with usr_.");

const filters = {
  ...dayRangeQuery,
  search: z.string().trim().min(2, "Enter at least 2 characters.").max(200).optional(),
  who: z.enum(["customers", "holders", "team"]).optional(),
};
export const listQuery = z.strictObject({ ...pageQuery, ...filters });
export const exportQuery = z.strictObject(filters);

export const userParam = z.object({ userId });
export const sessionParam = z.object({ userId, id: z.string().regex(/^ses_[0-9a-z]{26}$/) });

export const mailParam = z.object({ userId, id: z.string().regex(/^mal_[0-9a-z]{26}$/) });
export const noteParam = z.object({ userId, id: z.string().regex(/^nte_[0-9a-z]{26}$/) });

export const noteBody = z.strictObject({
  body: z.string().trim().min(1, "Enter a note.").max(5000, "Must be 5,000 characters or fewer."),
});

/** The account to merge into the one in the path. */
export const mergeBody = z.strictObject({ fromId: userId });
