import { z } from "zod";
import { pageQuery } from "../../http/page-query.ts";

const eventId = z.string().regex(/^evt_\w{1,250}$/, "Events have ids like evt_…");

export const eventParam = z.object({ id: eventId });

/** `search` is an exact id of Stripe's (`evt_…`, `cus_…`) or of ours (`cst_…`), or a person's email. */
export const eventQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(["received", "dead", "ignored"]).optional(),
  search: z.string().trim().min(2).max(255).optional(),
});

/** The most events that are named in one replay, and that one replay of all the dead takes. */
export const REPLAYED_AT_ONCE = 100;

/** Which events: those named, or what is dead, the oldest first. */
export const replayBody = z.union([
  z.strictObject({ eventIds: z.array(eventId).min(1).max(REPLAYED_AT_ONCE) }),
  z.strictObject({ status: z.literal("dead") }),
]);
