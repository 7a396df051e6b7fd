import { findOutageStart } from "../../access/outage-mode.ts";
import { readPoolState } from "../../access/pool-state.ts";
import type { GiftRow } from "../../access/store.ts";
import {
  alignOwnGrants,
  alignSeats,
  countOwnSeats,
  countUsed,
  endSeats,
  isPool,
  listSeats,
  setProductOfSeats,
  updatePool,
  type CountedPool,
} from "../../access/store-seats.ts";
import { recordChange } from "../../audit/record-change.ts";
import { listOpenInvitations, markClaimRevoked, type ClaimRow } from "../../claims/store.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { toGrantSource } from "../../delivery/grants/gift-sources.ts";
import { rewriteGrants, type GrantSource } from "../../delivery/grants/rewrite-grants.ts";
import { queueGiftEndedEmails } from "../../email/queue-emails.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { idsOf } from "../../lib/rows.ts";

/** Seats that one sync moves to another product. The next sync moves the rest. */
const MOVED_AT_ONCE = 50;

/** The writes about seats, whose objects they may change, and whether the customer has to be synced again. */
export type MirroredSeats = {
  statements: Statement[];
  userIds: string[];
  isUnfinished: boolean;
};

/** The sources of the buyer's own grants: without the seats that others have. */
export function withoutGivenSeats(sources: GrantSource[], pools: CountedPool[]): GrantSource[] {
  if (pools.length === 0) return sources;
  const poolOf = new Map(pools.map((pool) => [pool.id, pool]));
  return sources.map((source) => {
    const pool = poolOf.get(source.id);
    const seats = pool && readPoolState(source, pool.productId, 0);
    if (!pool || !seats) return source;
    const own = countOwnSeats(pool, seats.quantity);
    const products = source.products.map((product) =>
      product.id === seats.productId ? { ...product, quantity: own } : product,
    );
    return { ...source, products: products.filter(({ quantity }) => quantity > 0) };
  });
}

/**
 * Makes the seats of the customer's purchases follow them: their end, their product, and how many there are. If fewer
 * were bought than are used, those that the buyer chose end first, then the newest invitations, and then the newest
 * seats. They belong after the writes of the buyer's own grants.
 */
export async function mirrorSeats(
  ctx: Ctx,
  { pools, sources }: { pools: CountedPool[]; sources: GrantSource[] },
): Promise<MirroredSeats> {
  const all: MirroredSeats = { statements: [], userIds: [], isUnfinished: false };
  if (pools.length === 0) return all;
  const outageStart = await findOutageStart(ctx);
  const isOutage = outageStart !== null;
  for (const pool of pools) {
    const source = sources.find(({ id }) => id === pool.id);
    if (!source) continue;
    const mirrored = await mirrorPool(ctx, pool, source, isOutage);
    all.statements.push(...mirrored.statements);
    all.userIds.push(...mirrored.userIds);
    all.isUnfinished ||= mirrored.isUnfinished;
  }
  return { ...all, userIds: [...new Set(all.userIds)] };
}

async function mirrorPool(
  ctx: Ctx,
  pool: CountedPool,
  source: GrantSource,
  isOutage: boolean,
): Promise<MirroredSeats> {
  const found = readPoolState(source, pool.productId, ctx.now);
  const alignment = alignOwnGrants(isPool(pool.id));
  const unchanged = { statements: [alignment], userIds: [], isUnfinished: false };
  if (!found) return unchanged;
  const next = keepEnd(pool, isOutage ? withoutLoss(pool, found) : found, ctx.now);
  const excess = Math.max(0, countUsed(pool) - next.quantity);
  const isMoved = next.productId !== pool.productId;
  const isChanged = isMoved || next.quantity !== pool.quantity || next.endsAt !== pool.endsAt;
  if (!isChanged && excess === 0) return unchanged;
  const [seats, invitations] = await Promise.all([
    listSeats(ctx.db, pool.id),
    excess > 0 ? listOpenInvitations(ctx.db, pool.id, ctx.now) : [],
  ]);
  const taken = new Set(idsOf(orderToTake(pool, [...invitations, ...seats])).slice(0, excess));
  const revoked = invitations.filter(({ id }) => taken.has(id));
  const ended = seats.filter(({ id }) => taken.has(id));
  const left = seats.filter(({ id }) => !taken.has(id));
  const wrong = isMoved ? left.filter(({ productId }) => productId !== next.productId) : [];
  const moved = wrong.slice(0, MOVED_AT_ONCE);
  const isUnfinished = moved.length < wrong.length;
  const productId = isUnfinished ? pool.productId : next.productId;
  const emails = await queueGiftEndedEmails(ctx, ended);
  return {
    statements: [
      updatePool(ctx.db, pool.id, {
        ...next,
        productId,
        // What the buyer chose was for this change.
        ...(next.quantity !== pool.quantity && { takeFirst: null }),
      }),
      ...revokeInvitations(ctx, revoked),
      ...(ended.length > 0
        ? endSeats(ctx.db, { ids: idsOf(ended), now: ctx.now, freeAt: null })
        : []),
      ...ended.map(({ id, userId }) =>
        recordChange(ctx, { action: "seat.ended", targetId: id, before: { userId, of: pool.id } }),
      ),
      ...(await moveSeats(ctx, moved, next)),
      ...alignSeats(ctx.db, pool.id),
      alignment,
      ...emails.statements,
    ],
    userIds: seats.map(({ userId }) => userId),
    isUnfinished,
  };
}

/** What the buyer chose comes first; the rest stays in its order. */
function orderToTake<Row extends { id: string }>(
  { takeFirst }: Pick<CountedPool, "takeFirst">,
  rows: Row[],
): Row[] {
  const isChosen = ({ id }: Row) => takeFirst?.includes(id) ?? false;
  return rows.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
}

/** The end of access that is over doesn't move, even if nobody knows when exactly it was. */
function keepEnd<State extends Pick<CountedPool, "endsAt">>(
  before: Pick<CountedPool, "endsAt">,
  after: State,
  now: number,
): State {
  const isOver = ({ endsAt }: Pick<CountedPool, "endsAt">) => endsAt !== null && endsAt <= now;
  return isOver(before) && isOver(after) ? { ...after, endsAt: before.endsAt } : after;
}

/** Outage mode keeps what Stripe can't confirm. */
function withoutLoss<State extends Pick<CountedPool, "quantity" | "endsAt">>(
  before: State,
  after: Pick<CountedPool, "productId" | "quantity" | "endsAt">,
) {
  const isSooner =
    after.endsAt !== null && (before.endsAt === null || before.endsAt > after.endsAt);
  return {
    ...after,
    quantity: Math.max(before.quantity, after.quantity),
    endsAt: isSooner ? before.endsAt : after.endsAt,
  };
}

function revokeInvitations(ctx: Ctx, claims: ClaimRow[]): Statement[] {
  if (claims.length === 0) return [];
  return [
    ...claims.map(({ id }) => markClaimRevoked(ctx.db, id, ctx.now)),
    ...claims.map(({ id, seatOf }) =>
      recordChange(ctx, { action: "seat.ended", targetId: id, before: { of: seatOf } }),
    ),
    ...recordEvents(ctx, { claimId: idsOf(claims) }),
  ];
}

/** Moves seats to another product, with its benefits in the place of those of the earlier one. */
async function moveSeats(
  ctx: Ctx,
  seats: GiftRow[],
  { productId, endsAt }: Pick<CountedPool, "productId" | "endsAt">,
): Promise<Statement[]> {
  if (seats.length === 0) return [];
  const grants = seats.map((seat) =>
    rewriteGrants(ctx, {
      userId: seat.userId,
      sources: [toGrantSource({ ...seat, productId, endsAt }, ctx.now)],
    }),
  );
  return [
    setProductOfSeats(ctx.db, idsOf(seats), productId),
    ...(await Promise.all(grants)).flat(),
  ];
}
