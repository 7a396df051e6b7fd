import { readAccessPolicy } from "../../access/policy-settings.ts";
import { listPoolsOfUser } from "../../access/store-seats.ts";
import type { Ctx } from "../../context.ts";
import { listGiftSources } from "../../delivery/grants/gift-sources.ts";
import { listOpenCheckoutsOfCustomer } from "../../purchases/checkout/store.ts";
import { listOrdersOfCustomer } from "../../purchases/orders/store.ts";
import {
  listSubscriptionItemsOfCustomer,
  listSubscriptionsOfCustomer,
} from "../../purchases/subscriptions/store.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { listAlerts } from "../mirror/mirror-alerts.ts";

export type OwnRows = Awaited<ReturnType<typeof readOwnRows>>;

/**
 * Reads what a sync compares with Stripe, while Stripe is asked. Only the holder of the lease may call it: nothing else
 * changes these purchases until the lease is released, and a policy that is saved later marks the customer dirty again.
 */
export async function readOwnRows(ctx: Ctx, customer: { id: string; userId: string }) {
  const { mode } = ctx.config.stripe;
  const [policy, taxDisplay, gifts, orders, subscriptions, items, openCheckouts, alerts, pools] =
    await Promise.all([
      readAccessPolicy(ctx),
      readTaxDisplay(ctx),
      listGiftSources(ctx, customer),
      listOrdersOfCustomer(ctx.db, customer),
      listSubscriptionsOfCustomer(ctx.db, customer.id),
      listSubscriptionItemsOfCustomer(ctx.db, customer.id),
      listOpenCheckoutsOfCustomer(ctx.db, customer.id),
      listAlerts(ctx, customer),
      listPoolsOfUser(ctx.db, { userId: customer.userId, mode, now: ctx.now }),
    ]);
  return { policy, taxDisplay, gifts, orders, subscriptions, items, openCheckouts, alerts, pools };
}
