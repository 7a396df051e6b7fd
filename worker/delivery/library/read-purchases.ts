import type { Ctx } from "../../context.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { listComps } from "../../access/list-gifts.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import type { CompRow } from "../../access/store.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import { readPolicy } from "../../access/policy-settings.ts";
import {
  listSubscriptions,
  type SubscriptionWithItems,
} from "../../purchases/subscriptions/list-subscriptions.ts";

/** What a person bought or was given, and the policy and the time that access to it is judged by. */
export type Purchases = {
  orders: OrderRow[];
  subscriptions: SubscriptionWithItems[];
  comps: CompRow[];
  policy: AccessPolicy;
  /** Unix milliseconds. */
  now: number;
};

export async function readPurchases(ctx: Ctx, input: { userId: string }): Promise<Purchases> {
  const [orders, subscriptions, comps, policy, now] = await Promise.all([
    listOrders(ctx, input),
    listSubscriptions(ctx, input),
    listComps(ctx, input),
    readPolicy(ctx),
    accessTime(ctx),
  ]);
  return { orders, subscriptions, comps, policy, now };
}
