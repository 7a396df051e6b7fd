import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { changedRows } from "../../lib/rows.ts";
import { toUtcDay } from "../../lib/time.ts";
import { recordMrr } from "../../purchases/mrr/record-mrr.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { markDaysStale } from "../../purchases/totals/store.ts";
import type { MirroredSubscriptions } from "./mirror-subscriptions.ts";

/**
 * Returns the writes that record what the subscriptions of a Stripe customer pay, and that mark the days on which one
 * started, ended or converted as stale.
 * @param input.subscriptions as they were (`before`) and as they will be
 */
export async function updateSubscriptionTotals(
  ctx: Ctx,
  input: {
    customerId: string;
    subscriptions: Pick<MirroredSubscriptions, "before" | "rows" | "items">;
  },
): Promise<Statement[]> {
  const { before, items } = input.subscriptions;
  const rows = input.subscriptions.rows.map(({ row }) => row);
  const changed = changedRows(before, rows, ({ id }) => id);
  const ids = new Set(changed.map(({ id }) => id));
  const old = before.filter(({ id }) => ids.has(id));
  const days = [...new Set([...old, ...changed].flatMap(listActivityDays))];
  return [
    ...(await recordMrr(ctx, {
      customerId: input.customerId,
      rows,
      items,
      isChanged: changed.length > 0,
    })),
    ...(days.length > 0 ? [markDaysStale(ctx.db, ctx.config.stripe.mode, days)] : []),
  ];
}

/** Returns the UTC days whose activity includes this subscription: its start, its end, and the end of its trial. */
export function listActivityDays({ createdAt, endedAt, trialEnd }: SubscriptionRow): string[] {
  return [createdAt, endedAt, trialEnd].flatMap((at) => (at === null ? [] : [toUtcDay(at)]));
}
