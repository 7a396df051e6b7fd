import { z } from "zod";
import { pageQuery } from "../frame/page-query.ts";

const eventId = z.string().regex(/^evt_\w{1,250}$/, "Enter an ID that starts with evt_.");

export const eventParam = z.object({ id: eventId });

/** `search` is an exact id, Stripe's (`evt_…`, `cus_…`) or ours (`cst_…`), or a user's email. */
export const eventQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(["received", "unmatched", "dead", "ignored"]).optional(),
  search: z.string().trim().min(2).max(255).optional(),
});

/** The maximum number of events that one replay takes. */
export const REPLAY_BATCH_SIZE = 100;

/** Which events to replay: those with these ids, or dead ones, oldest first. */
export const replayBody = z.union([
  z.strictObject({ eventIds: z.array(eventId).min(1).max(REPLAY_BATCH_SIZE) }),
  z.strictObject({ status: z.literal("dead") }),
]);
