import type { Ctx } from "../../context.ts";
import { updateDailyTotals } from "./update-daily-totals.ts";
import { listDailyPayments as listRows } from "./store.ts";

/** One day's payments in one currency, in minor units. Refunds count on the day of the payment, even if made later. */
export type DailyPayments = Awaited<ReturnType<typeof listRows>>[number];

/** Returns the daily totals from `firstDay` on (UTC, `YYYY-MM-DD`), oldest first. Recomputes stale days first. */
export async function listDailyPayments(
  ctx: Ctx,
  input: { firstDay: string },
): Promise<DailyPayments[]> {
  await updateDailyTotals(ctx);
  return listRows(ctx.db, ctx.config.stripe.mode, input.firstDay);
}
