import type { Statement } from "../db/client.ts";
import { accessFromOrder, accessFromSubscription } from "../access/policy.ts";
import { readAccessPolicy } from "../access/policy-settings.ts";
import { readPoolState } from "../access/pool-state.ts";
import {
  findPool,
  findSeatOfUser,
  insertPool,
  type CountedPool,
  type SeatPoolRow,
} from "../access/store-seats.ts";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import type { GrantSource } from "../delivery/grants/rewrite-grants.ts";
import { findOrder } from "../purchases/orders/store.ts";
import { findAnySubscription, listSubscriptionItems } from "../purchases/subscriptions/store.ts";

/** A purchase of seats, and who bought it. */
export type SeatSource = GrantSource & { type: "order" | "subscription"; userId: string };

/** The seats of a purchase: as the pool says, or as they are before the buyer has given one. */
export type OpenedPool = {
  source: SeatSource;
  pool: CountedPool;
  /** Whether a manager of the seats asks for it, not the buyer or the team. */
  isManager: boolean;
};

/** Whose purchase it has to be; left out for anybody's. With `orManaged`, one whose seats the user manages will do. */
export type PoolInput = { id: string; userId?: string | undefined; orManaged?: true };

/**
 * Reads the seats of a purchase.
 * @throws `not_found` for an unknown purchase, one of another user, one of a single seat, and one that is a gift
 */
export async function openPool(ctx: Ctx, input: PoolInput): Promise<OpenedPool> {
  const { id, userId } = input;
  const [source, known] = await Promise.all([
    readSource(ctx, id),
    findPool(ctx.db, { id, now: ctx.now }),
  ]);
  const isBuyer = userId === undefined || source?.userId === userId;
  const isManager =
    !isBuyer && input.orManaged === true && (await managesSeats(ctx, { id, userId }));
  const isTheirs = isBuyer || isManager;
  const state = source && readPoolState(source, known?.productId ?? null, ctx.now);
  if (!source || !state || !isTheirs || (!known && state.quantity < 2))
    throw fail("not_found", { reason: "no such purchase of seats" });
  const base: SeatPoolRow = known ?? {
    id: source.id,
    sourceType: source.type,
    mode: ctx.config.stripe.mode,
    userId: source.userId,
    ...state,
    keepsOwn: true,
    linkHash: null,
    linkMadeAt: null,
    linkExpiresAt: null,
    linkLimit: 0,
    linkUsed: 0,
    createdAt: ctx.now,
    takeFirst: null,
  };
  const counts = { taken: known?.taken ?? 0, invited: known?.invited ?? 0 };
  return { source, pool: { ...base, ...counts }, isManager };
}

/** Whether a user has a seat of the purchase that gives access now, and manages the others. */
export async function managesSeats(
  ctx: Ctx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const seat = await findSeatOfUser(ctx.db, id, userId);
  return seat !== undefined && seat.managesSeats && (seat.endsAt ?? Infinity) > ctx.now;
}

/** The statement that makes the pool, first in a batch that uses it. */
export function keepPool(ctx: Ctx, { pool }: OpenedPool): Statement {
  const { taken: _taken, invited: _invited, ...row } = pool;
  return insertPool(ctx.db, row);
}

async function readSource(ctx: Ctx, id: string): Promise<SeatSource | null> {
  const { mode } = ctx.config.stripe;
  if (id.startsWith("ord_")) {
    const order = await findOrder(ctx.db, id, mode);
    if (!order || order.giftId !== null) return null;
    const products = [{ id: order.productId, quantity: order.quantity }];
    const { userId } = order;
    return { type: "order", id, userId, products, access: accessFromOrder(order) };
  }
  const [subscription, items, policy] = await Promise.all([
    findAnySubscription(ctx.db, id, mode),
    listSubscriptionItems(ctx.db, [id]),
    readAccessPolicy(ctx),
  ]);
  if (!subscription) return null;
  const products = items.flatMap(({ productId, quantity }) =>
    productId === null ? [] : [{ id: productId, quantity }],
  );
  const { userId } = subscription;
  const access = accessFromSubscription(subscription, policy, ctx.now);
  return { type: "subscription", id, userId, products, access };
}
