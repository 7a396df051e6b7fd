import { z } from "zod";
import { pageQuery } from "../../http/page-query.ts";

const userId = z.string().regex(/^usr_[0-9a-z]{26}$/, "An account's id begins with usr_.");

const filters = {
  search: z.string().trim().min(2, "Type at least two characters").max(200).optional(),
  who: z.enum(["customers", "holders", "team"]).optional(),
};
export const listQuery = z.strictObject({ ...pageQuery, ...filters });
export const exportQuery = z.strictObject(filters);

export const userParam = z.object({ userId });
export const sessionParam = z.object({ userId, id: z.string().regex(/^ses_[0-9a-z]{26}$/) });

/** The account to merge into the one in the path. */
export const mergeBody = z.strictObject({ fromId: userId });
