import type { Ctx } from "../../context.ts";
import { accessTime } from "../grants/access-time.ts";
import { listComps } from "../grants/list-comps.ts";
import type { CompRow } from "../grants/store.ts";
import { listOrders } from "../orders/list-orders.ts";
import type { OrderRow } from "../orders/store.ts";
import {
  listSubscriptions,
  type SubscriptionWithItems,
} from "../subscriptions/list-subscriptions.ts";

/** What a person bought or was given, and the time that access to it is judged at. */
export type Purchases = {
  orders: OrderRow[];
  subscriptions: SubscriptionWithItems[];
  comps: CompRow[];
  /** Unix milliseconds. */
  now: number;
};

export async function readPurchases(ctx: Ctx, input: { userId: string }): Promise<Purchases> {
  const [orders, subscriptions, comps, now] = await Promise.all([
    listOrders(ctx, input),
    listSubscriptions(ctx, input),
    listComps(ctx, input),
    accessTime(ctx),
  ]);
  return { orders, subscriptions, comps, now };
}
