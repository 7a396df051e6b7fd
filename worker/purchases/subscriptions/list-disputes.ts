import type { Ctx } from "../../context.ts";
import {
  listSubscriptionsByDispute,
  listSubscriptionsByStripeId,
  type SubscriptionRow,
} from "./store.ts";

type MirroredDispute = Pick<
  SubscriptionRow,
  "customerId" | "stripeSubscriptionId" | "stripeDisputeId" | "disputeStatus" | "disputedAt"
>;

/** Returns the deciding dispute in the mirror of subscriptions: by that dispute's id, or by the subscription's. */
export async function listSubscriptionDisputes(
  ctx: Ctx,
  input: { stripeDisputeIds: string[] } | { stripeSubscriptionIds: string[] },
): Promise<MirroredDispute[]> {
  const { mode } = ctx.config.stripe;
  return "stripeDisputeIds" in input
    ? listSubscriptionsByDispute(ctx.db, mode, input.stripeDisputeIds)
    : listSubscriptionsByStripeId(ctx.db, mode, input.stripeSubscriptionIds);
}
