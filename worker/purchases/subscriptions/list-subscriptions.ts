import type { Ctx } from "../../context.ts";
import {
  listSubscriptionItemsOfUser,
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
  const [rows, items] = await Promise.all([
    listSubscriptionsOfUser(ctx.db, input.userId),
    listSubscriptionItemsOfUser(ctx.db, input.userId),
  ]);
  return rows
    .filter((row) => row.mode === ctx.config.stripe.mode)
    .map((row) => ({ ...row, items: items.filter((item) => item.subscriptionId === row.id) }));
}
