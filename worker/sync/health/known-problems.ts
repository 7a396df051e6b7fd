import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { readTogether } from "../../db/client.ts";
import type { ShopProblem } from "../../db/schema/notifications.ts";
import { MINUTE } from "../../lib/time.ts";
import { toShopState } from "./watch-shop.ts";

/** Cron runs every five minutes; this allows for two missed runs. */
export const MAX_CRON_GAP_MS = 16 * MINUTE;

/**
 * Returns what is wrong: what the latest run of cron found, or that there has been none for too long. Reads a handful of
 * rows in one call, whatever is wrong.
 */
export async function listKnownProblems(ctx: Ctx): Promise<ShopProblem[]> {
  const { mode } = ctx.config.stripe;
  const [[run], [saved], [firstUser]] = await readTogether<
    [{ at: number | null }, { value: string }, { at: number }]
  >(ctx.db, [
    sql`SELECT max(last_at) AS at FROM health_signals WHERE mode = ${mode}
      AND signal IN ('cron_frequent', 'cron_step_failed', 'cron_without_stripe')`,
    sql`SELECT value FROM cursors WHERE name = ${`shop-state:${mode}`}`,
    sql`SELECT created_at AS at FROM users ORDER BY id LIMIT 1`,
  ]);
  const lastRunAt = run?.at ?? firstUser?.at ?? ctx.now;
  const open = saved
    ? toShopState(saved.value).problems.filter(({ goneSince }) => goneSince === null)
    : [];
  const codes = open.map(({ code }) => code);
  const isNearlyFull = codes.includes("database_nearly_full");
  return [
    ...(ctx.now - lastRunAt > MAX_CRON_GAP_MS ? (["cron_late"] as const) : []),
    ...codes.filter((code) => !isNearlyFull || code !== "database_filling"),
  ];
}
