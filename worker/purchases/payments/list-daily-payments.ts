import type { Ctx } from "../../context.ts";
import { addUpPayments } from "./update-daily-totals.ts";
import { listDailyPayments as listRows } from "./store.ts";

/** A day's payments in one currency, amounts in minor units. What was refunded of them may have been refunded later. */
export type DailyPayments = Awaited<ReturnType<typeof listRows>>[number];

/** The daily totals of `firstDay` and later (UTC, `YYYY-MM-DD`), up to date, oldest first. */
export async function listDailyPayments(
  ctx: Ctx,
  input: { firstDay: string },
): Promise<DailyPayments[]> {
  await addUpPayments(ctx);
  return listRows(ctx.db, ctx.config.stripe.mode, input.firstDay);
}
