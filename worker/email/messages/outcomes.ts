import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { countEmailsOfMessages, endMessage, type EmailCount } from "./store.ts";

/** What has become of the emails of a message. `skipped`: they were left out when they were due. */
export type Outcomes = { waiting: number; sent: number; failed: number; skipped: number };

/** Sums up the emails of one message. */
export function countOutcomes(counts: EmailCount[]): Outcomes {
  const of = (status: EmailCount["status"]) =>
    counts.find((each) => each.status === status)?.count ?? 0;
  return { waiting: of("queued"), sent: of("sent"), failed: of("dead"), skipped: of("skipped") };
}

/** Ends a message if none of its emails waits any longer, and keeps what became of them. */
export async function endIfDone(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { waiting, sent, failed } = countOutcomes(await countEmailsOfMessages(ctx.db, [id]));
  if (waiting > 0) return;
  const outcome = { id, sentCount: sent, failedCount: failed, endedAt: ctx.now };
  await commit(ctx.db, [endMessage(ctx.db, outcome)]);
}
