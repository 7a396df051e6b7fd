import type { Ctx } from "../../context.ts";
import { isOver } from "./is-live.ts";
import {
  hasTrialed as hasTrialedRow,
  listItems,
  listSubscriptionsOfUser,
  type SubscriptionItemRow,
  type SubscriptionRow,
} from "./store.ts";

export type SubscriptionWithItems = SubscriptionRow & { items: SubscriptionItemRow[] };

/** The user's subscriptions of this mode with their items, newest first. */
export async function listSubscriptions(
  ctx: Ctx,
  input: { userId: string },
): Promise<SubscriptionWithItems[]> {
  const rows = (await listSubscriptionsOfUser(ctx.db, input.userId)).filter(
    (row) => row.mode === ctx.config.stripe.mode,
  );
  if (rows.length === 0) return [];
  const items = await listItems(
    ctx.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    items: items.filter((item) => item.subscriptionId === row.id),
  }));
}

/** Whether this person has had the one trial there is. */
export async function hasTrialed(ctx: Ctx, input: { userId: string }): Promise<boolean> {
  return hasTrialedRow(ctx.db, input.userId);
}

/**
 * The currency of what this person subscribes to now, lower case. Stripe bills a customer's subscriptions in one
 * currency; null where nothing runs.
 */
export async function findBillingCurrency(
  ctx: Ctx,
  input: { userId: string },
): Promise<string | null> {
  const rows = await listSubscriptionsOfUser(ctx.db, input.userId);
  const running = rows.find((row) => row.mode === ctx.config.stripe.mode && !isOver(row));
  return running?.currency ?? null;
}
