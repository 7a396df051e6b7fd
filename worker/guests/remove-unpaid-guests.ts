import { commit } from "../db/client.ts";
import type { Ctx } from "../context.ts";
import { disableUnpaidGuest, listUnpaidGuests } from "../identity/store-guests.ts";
import { logEvent, logFailure } from "../lib/log.ts";
import { DAY } from "../lib/time.ts";
import { closeOpenCheckouts } from "../purchases/checkout/close-checkouts.ts";
import { isResourceMissing } from "../stripe/classify-error.ts";
import { listStripeCustomersOfUser, retireStripeCustomer } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { findClaimOfGuest } from "../claims/store.ts";
import { hasPurchases } from "../purchases/store-any.ts";

const GUESTS_PER_RUN = 10;

/**
 * Removes guests who have not paid within a day: their customers at Stripe are deleted, and they can't buy any more. What
 * stays is a checkout of nobody, which the figures count.
 */
export async function removeUnpaidGuests(ctx: Ctx): Promise<void> {
  const guests = await listUnpaidGuests(ctx.db, {
    createdBefore: ctx.now - DAY,
    limit: GUESTS_PER_RUN,
  });
  let count = 0;
  for (const { id } of guests)
    try {
      if (await removeGuest(ctx, id)) count++;
    } catch (error) {
      logFailure(ctx, "guests.not_removed", error, { user: id });
    }
  if (count > 0) logEvent("info", "guests.removed", { count }, ctx);
}

/** @returns false if they have paid after all */
async function removeGuest(ctx: Ctx, id: string): Promise<boolean> {
  const { mode } = ctx.config.stripe;
  await closeOpenCheckouts(ctx, { userIds: [id] });
  const customers = await listStripeCustomersOfUser(ctx.db, id, mode);
  for (const customer of customers)
    await syncStripeCustomer(ctx, { customerId: customer.id, force: true });
  // A bank may still answer about an order.
  if ((await findClaimOfGuest(ctx.db, id)) || (await hasPurchases(ctx.db, id))) return false;
  for (const { stripeCustomerId } of customers)
    if (stripeCustomerId !== null)
      await ctx.stripe.customers.del(stripeCustomerId).catch((error: unknown) => {
        if (!isResourceMissing(error)) throw error;
      });
  // oxlint-disable-next-line gatehouse/record-change -- they were nobody
  await commit(ctx.db, [
    disableUnpaidGuest(ctx.db, id, ctx.now),
    ...customers.map((customer) => retireStripeCustomer(ctx.db, customer.id)),
  ]);
  return true;
}
