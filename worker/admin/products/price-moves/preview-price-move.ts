import { findPrice, type PriceRow } from "../../../catalog/store.ts";
import type { Ctx } from "../../../context.ts";
import { readPageById, type PageInput } from "../../../db/page-cursor.ts";
import { fail, failAt } from "../../../errors.ts";
import {
  canMoveTo,
  findLeftOutReason,
  type LeftOutReason,
} from "../../../purchases/price-moves/rules.ts";
import { countSubscribersByState, listSubscribers } from "./price-moves.query.ts";
import { pick } from "../../../lib/pick.ts";

/** The old and the new price of a move. */
export type PricesOfMove = {
  from: PriceRow & { stripePriceId: string };
  to: PriceRow & { stripePriceId: string };
};

/**
 * Returns the two prices of a move.
 * @throws `not_found` for a price that isn't the product's; `invalid_input` if subscribers can't move to the new price
 */
export async function requirePricesOfMove(
  ctx: Ctx,
  input: { productId: string; fromPriceId: string; toPriceId: string },
): Promise<PricesOfMove> {
  const [from, to] = await Promise.all([
    findPrice(ctx.db, input.fromPriceId),
    findPrice(ctx.db, input.toPriceId),
  ]);
  if (!from || from.product.id !== input.productId || from.price.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no such price of this product" });
  if (!to || !canMoveTo(from.price, to.price))
    throw failAt(
      "toPriceId",
      "Choose an active price of this product with the same interval and currency.",
    );
  return { from: from.price, to: to.price } as PricesOfMove;
}

/**
 * Shows who would move to the new price, who would not and why, and what it changes in money: in minor units of
 * `currency`, per interval, for all seats, before discounts and tax. Changes nothing.
 * @throws as `requirePricesOfMove`
 */
export async function previewPriceMove(
  ctx: Ctx,
  input: PageInput & { productId: string; from: string; to: string },
) {
  const { productId } = input;
  const { from, to } = await requirePricesOfMove(ctx, {
    productId,
    fromPriceId: input.from,
    toPriceId: input.to,
  });
  const { mode } = ctx.config.stripe;
  const price = { mode, productId, stripePriceId: from.stripePriceId };
  const [groups, page] = await Promise.all([
    countSubscribersByState(ctx.db, price),
    readPageById(input, (window) => listSubscribers(ctx.db, { ...price, ...window })),
  ]);
  const counted = groups.map((group) => ({ ...group, reason: reasonOf(group) }));
  const moving = counted.filter(({ reason }) => reason === null);
  return {
    subscribers: sumOf(moving.map(({ subscribers }) => subscribers)),
    /** What those who move pay together now, and what they will. */
    nowMinor: sumOf(moving.map(({ amountMinor }) => amountMinor)),
    afterMinor: sumOf(moving.map(({ quantity }) => quantity * to.amountMinor)),
    currency: to.currency,
    interval: to.interval ?? "",
    intervalCount: to.intervalCount ?? 1,
    leftOut: [...Map.groupBy(counted, ({ reason }) => reason)].flatMap(([reason, same]) =>
      reason === null
        ? []
        : [{ reason, subscribers: sumOf(same.map(({ subscribers }) => subscribers)) }],
    ),
    canSendEmails: ctx.config.auth.emailSender !== undefined,
    /** Whether new subscribers can still choose the old price. */
    isOffered: from.active,
    subscriptions: page.items.map((row) => ({
      ...pick(row, ["id", "userId", "name", "email", "currentPeriodEnd"]),
      nowMinor: row.amountMinor,
      afterMinor: row.quantity * to.amountMinor,
      leftOut: reasonOf(row),
    })),
    nextCursor: page.nextCursor,
  };
}

function reasonOf(state: {
  status: string;
  cancelAt: number | null;
  pauseBehavior: string | null;
  disputeStatus: string | null;
}): LeftOutReason | null {
  return findLeftOutReason({ ...state, endedAt: null });
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
