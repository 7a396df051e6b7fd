import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { addUpDays, listStaleDays } from "./store.ts";

/** So many days of a busy shop are one batch of a second or less. */
const DAYS_AT_ONCE = 50;

/**
 * Brings the daily totals up to date: every day with a payment that changed since is added up again from its payments,
 * never patched. A refund counts on the day of its payment, so that a day says what its sales came to in the end, and so
 * that the totals follow from the payments alone.
 */
export async function addUpPayments(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (;;) {
    const days = await listStaleDays(ctx.db, mode, DAYS_AT_ONCE);
    if (days.length === 0) return;
    await commit(ctx.db, addUpDays(ctx.db, mode, days));
    if (days.length < DAYS_AT_ONCE) return;
  }
}
