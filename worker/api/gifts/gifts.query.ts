import { and, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/sort-by.ts";
import { giftJson, unclaimedGiftJson, type Gift } from "../../feed/gift.ts";
import {
  hasOneOf,
  hasValue,
  listScanned,
  type ListRow,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

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
    WHERE claims.id = ${id} AND claims.mode = ${mode} AND claims.claimed_at IS NULL
      AND claims.guest_id IS NULL`;
}

/**
 * Returns a page of gifts of this mode, claimed or not, newest first, with one more row. Ids sort by the time of
 * creation, and a gift keeps its id when it is claimed.
 */
export function listGifts(
  ctx: Ctx,
  input: PurchaseFilter<Gift["status"]> & NewestFirst & { seatOf?: string | undefined },
): Promise<ListRow[]> {
  const { customer, product, status, seatOf, after, limit } = input;
  const { conditions } = newestFirst("found", { ...input, after: undefined });
  const isShown = sql`+mode = ${ctx.config.stripe.mode} ${after ? sql`AND id < ${after.id}` : sql``}`;
  const waiting = sql`UNION ALL SELECT id, created_at, 1 FROM claims
    WHERE ${and(isShown, sql`claimed_at IS NULL AND guest_id IS NULL`, hasValue("seat_of", seatOf))}`;
  return listScanned(ctx, {
    columns: sql`CASE WHEN found.is_waiting
        THEN (SELECT ${unclaimedGiftJson(ctx)} FROM claims WHERE claims.id = found.id)
        ELSE (SELECT ${giftJson(ctx)} FROM gifts WHERE gifts.id = found.id) END AS data,
      found.created_at AS value, found.id AS id`,
    table: "found",
    // What waits has no customer yet.
    rows: sql`SELECT id, created_at, 0 AS is_waiting FROM gifts
      WHERE ${and(isShown, hasValue("user_id", customer), hasValue("seat_of", seatOf))}
      ${customer === undefined ? waiting : sql``} ORDER BY id DESC`,
    others: and(
      hasValue("data ->> 'productId'", product),
      hasOneOf("data ->> 'status'", status),
      ...conditions,
    ),
    limit,
  });
}
