import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { listPaymentsOfCustomers } from "../payments/store.ts";
import { joinPacked, listPackedOfCustomers } from "../payments/store-packs.ts";
import { listStaleCustomers, readPurchasesOfUsers, replaceFigures } from "./store.ts";
import { toFigures } from "./to-figures.ts";

const USERS_PER_BATCH = 100;
/** So that a run stays short after an upgrade, which marks everybody. The next run goes on. */
const BATCHES_PER_RUN = 50;
/** As many as a list waits for. */
const BATCHES_FOR_A_LIST = 5;

/** Recalculates what a few hundred customers bought last, so that a list of customers has their latest purchases. */
export const updateFiguresForList = (ctx: Ctx) => updateCustomerFigures(ctx, BATCHES_FOR_A_LIST);

/** Whether all figures are calculated, after those that a list waits for. */
export async function areFiguresCurrent(ctx: Ctx): Promise<boolean> {
  await updateFiguresForList(ctx);
  return (await listStaleCustomers(ctx.db, 1)).length === 0;
}

/**
 * Recalculates the figures of the users whose purchases changed, for lists of customers. They are never adjusted
 * incrementally, and a run that stops is continued by the next one.
 */
export async function updateCustomerFigures(
  ctx: Ctx,
  batches: number = BATCHES_PER_RUN,
): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (let batch = 0; batch < batches; batch++) {
    const marks = await listStaleCustomers(ctx.db, USERS_PER_BATCH);
    if (marks.length === 0) return;
    const { customers, purchases } = await readPurchasesOfUsers(
      ctx.db,
      mode,
      marks.map(({ userId }) => userId),
    );
    const customerIds = customers.map(({ id }) => id);
    // In this order: a payment that is packed meanwhile is in both, and not in neither.
    const rows = await listPaymentsOfCustomers(ctx.db, customerIds);
    const payments = joinPacked(rows, await listPackedOfCustomers(ctx.db, customerIds));
    const userOf = new Map(customers.map(({ id, userId }) => [id, userId]));
    const paymentsOf = Map.groupBy(payments, ({ customerId }) => userOf.get(customerId));
    const purchasesOf = Map.groupBy(purchases, ({ userId }) => userId);
    const found = marks.flatMap(({ userId }) => {
      const own = purchasesOf.get(userId) ?? [];
      const paid = paymentsOf.get(userId) ?? [];
      if (own.length === 0 && paid.length === 0) return [];
      const times = own.flatMap(({ at }) => at ?? []);
      const lastPurchaseAt = times.length === 0 ? null : Math.max(...times);
      return {
        userId,
        figures: toFigures({ payments: paid, lastPurchaseAt }),
        productIds: [...new Set(own.flatMap(({ productId }) => productId ?? []))],
      };
    });
    await commit(ctx.db, replaceFigures(mode, marks, found));
    if (marks.length < USERS_PER_BATCH) return;
  }
}
