import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { giftJson, unclaimedGiftJson } from "../../feed/gift.ts";

/** Returns the JSON of a gift of this mode, claimed or not; undefined if there is none. */
export async function findGiftJson(ctx: Ctx, id: string): Promise<string | undefined> {
  return (await ctx.db.get<{ data: string }>(selectGift(ctx, id)))?.data;
}

/** Returns the JSON of a new gift with the URL of its link; undefined if there is no such gift. */
export async function findNewGiftJson(
  ctx: Ctx,
  id: string,
  claimUrl: string | null,
): Promise<string | undefined> {
  const query = sql`SELECT ${newGiftBody(ctx, id, claimUrl)} AS data`;
  return (await ctx.db.get<{ data: string | null }>(query))?.data ?? undefined;
}

/**
 * Returns the JSON of a new gift with the URL of its link as an expression, for the batch that makes the gift.
 * @param claimUrl null without a link
 */
export function newGiftBody(ctx: Ctx, id: string, claimUrl: string | null): SQL {
  return sql`json_set((${selectGift(ctx, id)}), '$.claimUrl', ${claimUrl})`;
}

function selectGift(ctx: Ctx, id: string): SQL {
  const { mode } = ctx.config.stripe;
  return sql`
    SELECT ${giftJson(ctx)} AS data FROM gifts WHERE gifts.id = ${id} AND gifts.mode = ${mode}
    UNION ALL
    SELECT ${unclaimedGiftJson(ctx)} AS data FROM claims
    WHERE claims.id = ${id} AND claims.mode = ${mode} AND claims.claimed_at IS NULL`;
}
