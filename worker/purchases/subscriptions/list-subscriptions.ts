import type { Ctx } from "../../context.ts";
import {
  listSubscriptionItems,
  listSubscriptionsOfUser,
  type SubscriptionItemRow,
  type SubscriptionRow,
} from "./store.ts";
import { idsOf } from "../../lib/rows.ts";

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
  const items = await listSubscriptionItems(ctx.db, idsOf(rows));
  return rows.map((row) => ({
    ...row,
    items: items.filter((item) => item.subscriptionId === row.id),
  }));
}
