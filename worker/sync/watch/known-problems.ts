import type { Ctx } from "../../context.ts";
import type { ShopProblem } from "../../db/schema/notifications.ts";
import { MINUTE } from "../../lib/time.ts";
import { readKnownState } from "./store.ts";
import { toShopState } from "./watch-shop.ts";

/** Cron runs every five minutes; this allows for two missed runs. */
export const MAX_CRON_GAP_MS = 16 * MINUTE;

/**
 * Returns what is wrong: what the latest run of cron found, or that there has been none for too long. Reads a handful of
 * rows in one call, whatever is wrong.
 */
export async function listKnownProblems(ctx: Ctx): Promise<ShopProblem[]> {
  const { mode } = ctx.config.stripe;
  const { lastRunAt: ranAt, state, firstUserAt } = await readKnownState(ctx.db, mode);
  const lastRunAt = ranAt ?? firstUserAt ?? ctx.now;
  const open = state
    ? toShopState(state).problems.filter(({ goneSince }) => goneSince === null)
    : [];
  const codes = open.map(({ code }) => code);
  const isNearlyFull = codes.includes("database_nearly_full");
  return [
    ...(ctx.now - lastRunAt > MAX_CRON_GAP_MS ? (["cron_late"] as const) : []),
    ...codes.filter((code) => !isNearlyFull || code !== "database_filling"),
  ];
}
