import { alias } from "drizzle-orm/sqlite-core";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { abortUnless, isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { subscriptionItems, subscriptions } from "../../db/schema/billing.ts";
import { prices } from "../../db/schema/catalog.ts";
import { priceMoves, priceMoveSubscriptions } from "../../db/schema/price-moves.ts";

export type PriceMoveRow = typeof priceMoves.$inferSelect;
export type MovedSubscriptionRow = typeof priceMoveSubscriptions.$inferSelect;

export function findPriceMove(db: Database, id: string) {
  return db.select().from(priceMoves).where(eq(priceMoves.id, id)).get();
}

export function findOpenPriceMove(db: Database, fromPriceId: string) {
  return db
    .select({ id: priceMoves.id })
    .from(priceMoves)
    .where(matches(priceMoves, { fromPriceId, endedAt: null }))
    .get();
}

/** Newest first. */
export function listPriceMovesOfProduct(db: Database, productId: string, limit: number) {
  return db
    .select()
    .from(priceMoves)
    .where(eq(priceMoves.productId, productId))
    .orderBy(desc(priceMoves.createdAt))
    .limit(limit);
}

/** Lists the ids of moves with work to do now. */
export async function listDuePriceMoveIds(
  db: Database,
  input: { mode: Mode; now: number },
): Promise<string[]> {
  // There are few open moves, which the partial index holds. Each is probed for due subscriptions by index.
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM price_moves AS m INDEXED BY price_moves_open
      WHERE ended_at IS NULL AND mode = ${input.mode} AND (status <> 'running'
        OR EXISTS (SELECT 1 FROM price_move_subscriptions AS s
          WHERE s.move_id = m.id AND s.state = 'planned' AND s.next_attempt_at <= ${input.now})
        OR NOT EXISTS (SELECT 1 FROM price_move_subscriptions AS s
          WHERE s.move_id = m.id AND s.state = 'planned'))`,
  );
  return rows.map(({ id }) => id);
}

/** The partial unique index refuses a second open move of the price. */
export function insertPriceMove(db: Database, row: PriceMoveRow): Statement {
  return db.insert(priceMoves).values(row);
}

export function updatePriceMove(
  db: Database,
  id: string,
  change: Partial<PriceMoveRow>,
): Statement {
  return db.update(priceMoves).set(change).where(eq(priceMoves.id, id));
}

/** Aborts the batch unless the move still has this status. */
export function requirePriceMoveStatus(id: string, status: PriceMoveRow["status"]) {
  return abortUnless(priceMoves.mode, eq(priceMoves.status, status), eq(priceMoves.id, id));
}

/** Aborts the batch if the move has ended or is being canceled. */
export function requireOpenPriceMove(id: string) {
  const isOpen = inArray(priceMoves.status, ["planning", "running"]);
  return abortUnless(priceMoves.mode, isOpen, eq(priceMoves.id, id));
}

/** Lists the subscriptions with the price that have not ended, by id. */
export function listSubscriptionsWithPrice(
  db: Database,
  input: { mode: Mode; productId: string; stripePriceId: string; afterId: string; limit: number },
) {
  return db
    .select({ subscription: subscriptions, item: subscriptionItems })
    .from(subscriptionItems)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionItems.subscriptionId))
    .where(
      and(
        matches(subscriptionItems, {
          productId: input.productId,
          stripePriceId: input.stripePriceId,
        }),
        gt(subscriptionItems.subscriptionId, input.afterId),
        sql`+${subscriptions.mode} = ${input.mode}`,
        isNull(subscriptions.endedAt),
      ),
    )
    .orderBy(asc(subscriptionItems.subscriptionId))
    .limit(input.limit);
}

/** Adds subscriptions to a move. One that is in it already stays as it is. */
export function insertMovedSubscriptions(db: Database, rows: MovedSubscriptionRow[]): Statement[] {
  return rows.map((row) => db.insert(priceMoveSubscriptions).values(row).onConflictDoNothing());
}

export function updateMovedSubscription(
  db: Database,
  row: Pick<MovedSubscriptionRow, "moveId" | "subscriptionId">,
  change: Partial<MovedSubscriptionRow>,
): Statement {
  return db
    .update(priceMoveSubscriptions)
    .set(change)
    .where(
      matches(priceMoveSubscriptions, {
        moveId: row.moveId,
        subscriptionId: row.subscriptionId,
        state: "planned",
      }),
    );
}

/** Claims due subscriptions for one worker: no other worker gets them before `until`. */
export async function claimDueSubscriptions(
  db: Database,
  input: { moveId: string; now: number; until: number; limit: number },
): Promise<MovedSubscriptionRow[]> {
  const due = and(
    matches(priceMoveSubscriptions, { moveId: input.moveId, state: "planned" }),
    lte(priceMoveSubscriptions.nextAttemptAt, input.now),
  );
  const next = db
    .select({ id: priceMoveSubscriptions.subscriptionId })
    .from(priceMoveSubscriptions)
    .where(due)
    .orderBy(asc(priceMoveSubscriptions.nextAttemptAt))
    .limit(input.limit);
  return db
    .update(priceMoveSubscriptions)
    .set({ nextAttemptAt: input.until })
    .where(and(due, sql`${priceMoveSubscriptions.subscriptionId} IN ${next}`))
    .returning();
}

/** Lists planned subscriptions of a move, with their users. */
export function listPlannedSubscriptions(db: Database, moveId: string, limit: number) {
  return db
    .select({ subscriptionId: priceMoveSubscriptions.subscriptionId, userId: subscriptions.userId })
    .from(priceMoveSubscriptions)
    .innerJoin(subscriptions, eq(subscriptions.id, priceMoveSubscriptions.subscriptionId))
    .where(matches(priceMoveSubscriptions, { moveId, state: "planned" }))
    .orderBy(asc(priceMoveSubscriptions.subscriptionId))
    .limit(limit);
}

/** Makes the failed ones due now. */
export function retryFailedSubscriptions(db: Database, moveId: string, now: number): Statement {
  return db
    .update(priceMoveSubscriptions)
    .set({ nextAttemptAt: now })
    .where(
      and(
        matches(priceMoveSubscriptions, { moveId, state: "planned" }),
        isNotNull(priceMoveSubscriptions.error),
      ),
    );
}

/** Counts a move's subscriptions by state and reason; `failed` are the planned ones whose latest attempt failed. */
export function countMovedSubscriptions(db: Database, moveIds: string[]) {
  const { moveId, state, reason, error } = priceMoveSubscriptions;
  return db
    .select({
      moveId,
      state,
      reason,
      count: count(),
      failed: count(error),
    })
    .from(priceMoveSubscriptions)
    .where(isOneOf(moveId, moveIds))
    .groupBy(moveId, state, reason);
}

/** Returns what a subscription has in a move, with the price that it moves to. */
export function findMovedSubscription(
  db: Database,
  input: { moveId: string; subscriptionId: string },
) {
  return db
    .select({ move: priceMoves, row: priceMoveSubscriptions, price: prices })
    .from(priceMoveSubscriptions)
    .innerJoin(priceMoves, eq(priceMoves.id, priceMoveSubscriptions.moveId))
    .innerJoin(prices, eq(prices.id, priceMoves.toPriceId))
    .where(
      matches(priceMoveSubscriptions, {
        moveId: input.moveId,
        subscriptionId: input.subscriptionId,
      }),
    )
    .get();
}

/** Lists the price that each of these subscriptions will have, if a move is planned for it. */
export function listPlannedPrices(db: Database, subscriptionIds: string[]) {
  const from = alias(prices, "from_price");
  return db
    .select({
      subscriptionId: priceMoveSubscriptions.subscriptionId,
      notBefore: sql<number>`coalesce(${priceMoveSubscriptions.notBefore}, ${priceMoves.notBefore})`,
      price: prices,
      fromStripePriceId: from.stripePriceId,
    })
    .from(priceMoveSubscriptions)
    .innerJoin(priceMoves, eq(priceMoves.id, priceMoveSubscriptions.moveId))
    .innerJoin(prices, eq(prices.id, priceMoves.toPriceId))
    .innerJoin(from, eq(from.id, priceMoves.fromPriceId))
    .where(
      and(
        isOneOf(priceMoveSubscriptions.subscriptionId, subscriptionIds),
        eq(priceMoveSubscriptions.state, "planned"),
        inArray(priceMoves.status, ["planning", "running"]),
      ),
    );
}

/** Whether a subscription has, or is about to get, this price through a price move. */
export async function isPriceOfMove(
  db: Database,
  item: { subscriptionId: string; productId: string | null; stripePriceId: string },
): Promise<boolean> {
  if (item.productId === null) return false;
  const row = await db
    .select({ id: priceMoves.id })
    .from(priceMoves)
    .innerJoin(prices, eq(prices.id, priceMoves.toPriceId))
    .innerJoin(priceMoveSubscriptions, eq(priceMoveSubscriptions.moveId, priceMoves.id))
    .where(
      and(
        eq(priceMoves.productId, item.productId),
        eq(prices.stripePriceId, item.stripePriceId),
        eq(priceMoveSubscriptions.subscriptionId, item.subscriptionId),
        inArray(priceMoveSubscriptions.state, ["planned", "moved"]),
      ),
    )
    .limit(1)
    .get();
  return row !== undefined;
}
