import type { Ctx } from "../../context.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { type GiftRow, listGiftsOfUser } from "../../access/store.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import { readAccessPolicy } from "../../access/policy-settings.ts";
import {
  listSubscriptions,
  type SubscriptionWithItems,
} from "../../purchases/subscriptions/list-subscriptions.ts";

/** The user's purchases and gifts, with the policy and the time used to evaluate access to them. */
export type Purchases = {
  orders: OrderRow[];
  subscriptions: SubscriptionWithItems[];
  gifts: GiftRow[];
  policy: AccessPolicy;
  /** Unix milliseconds. */
  now: number;
};

export async function readPurchases(ctx: Ctx, input: { userId: string }): Promise<Purchases> {
  const [orders, subscriptions, gifts, policy, now] = await Promise.all([
    listOrders(ctx, input),
    listSubscriptions(ctx, input),
    listGiftsOfUser(ctx.db, input.userId, ctx.config.stripe.mode),
    readAccessPolicy(ctx),
    readAccessTime(ctx),
  ]);
  return { orders, subscriptions, gifts, policy, now };
}
