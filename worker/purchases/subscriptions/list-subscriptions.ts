import type { Ctx } from "../../context.ts";
import { hasEnded } from "./statuses.ts";
import {
  listSubscriptionItems,
  listSubscriptionsOfUser,
  type SubscriptionItemRow,
  type SubscriptionRow,
} from "./store.ts";

export type SubscriptionWithItems = SubscriptionRow & { items: SubscriptionItemRow[] };

/** Returns the user's subscriptions in this mode with their items, newest first. */
export async function listSubscriptions(
  ctx: Ctx,
  input: { userId: string },
): Promise<SubscriptionWithItems[]> {
  const rows = (await listSubscriptionsOfUser(ctx.db, input.userId)).filter(
    (row) => row.mode === ctx.config.stripe.mode,
  );
  if (rows.length === 0) return [];
  const items = await listSubscriptionItems(
    ctx.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    items: items.filter((item) => item.subscriptionId === row.id),
  }));
}

/**
 * Returns the currency of the user's current subscriptions in lower case, or null if there are none. Stripe requires
 * all subscriptions of a customer to use the same currency.
 */
export async function findBillingCurrency(
  ctx: Ctx,
  input: { userId: string },
): Promise<string | null> {
  const rows = await listSubscriptionsOfUser(ctx.db, input.userId);
  const runningSubscription = rows.find(
    (row) => row.mode === ctx.config.stripe.mode && !hasEnded(row),
  );
  return runningSubscription?.currency ?? null;
}
