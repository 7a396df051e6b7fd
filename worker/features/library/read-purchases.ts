import type { Ctx } from "../../context.ts";
import { accessTime } from "../grants/access-time.ts";
import { listComps } from "../grants/list-comps.ts";
import type { AccessPolicy } from "../grants/policy.ts";
import type { CompRow } from "../grants/store.ts";
import { listOrders } from "../orders/list-orders.ts";
import type { OrderRow } from "../orders/store.ts";
import { readPolicy } from "../settings/policy-settings.ts";
import {
  listSubscriptions,
  type SubscriptionWithItems,
} from "../subscriptions/list-subscriptions.ts";

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
