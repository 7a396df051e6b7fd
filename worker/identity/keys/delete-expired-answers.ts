import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY } from "../../lib/time.ts";
import { deleteAnswersBefore } from "./store-idempotency.ts";

/** How long the answer to a POST with an `Idempotency-Key` is replayed. */
export const REPLAY_MS = DAY;

/** Deletes answers that are no longer replayed. */
export async function deleteExpiredAnswers(ctx: Ctx): Promise<void> {
  // oxlint-disable-next-line gatehouse/record-change -- a job deletes what has expired
  await commit(ctx.db, [deleteAnswersBefore(ctx.db, ctx.now - REPLAY_MS)]);
}
