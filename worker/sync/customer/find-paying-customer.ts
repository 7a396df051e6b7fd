import type { Ctx } from "../../context.ts";
import { SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import type { IgnoredReason } from "../inbox/store-unplaced.ts";
import { findStripeCustomersByStripeId } from "./find-stripe-customers.ts";
import { linkStripeCustomer } from "./link-stripe-customer.ts";

/** What an event names: a Stripe customer, or a charge or payment intent. */
export type EventPointer = { stripeCustomerId: string | null; subjectId: string | null };

/**
 * Asks Stripe which customer of ours an event is about. A Stripe customer whose metadata names one of our users, and
 * that has no row yet, is linked to that user.
 * @returns our customer's id, or why the event is not ours
 * @throws errors from Stripe
 */
export async function findPayingCustomer(
  ctx: Ctx,
  pointer: EventPointer,
): Promise<{ customerId: string } | { reason: IgnoredReason }> {
  const { subjectId } = pointer;
  if (pointer.stripeCustomerId === null && subjectId === null) return { reason: "no_subject" };
  const stripeCustomerId =
    pointer.stripeCustomerId ?? (subjectId && (await findPayer(ctx, subjectId)));
  if (stripeCustomerId === null) return { reason: "foreign" };
  const known = await findStripeCustomersByStripeId(ctx, { stripeCustomerIds: [stripeCustomerId] });
  const knownId = known.get(stripeCustomerId)?.id;
  if (knownId) return { customerId: knownId };
  const customer = await ctx.stripe.customers.retrieve(stripeCustomerId);
  if (customer.deleted) return { reason: "customer_deleted" };
  const { userId } = fromMetadata(customer.metadata);
  const createdAt = customer.created * SECOND;
  const linked = userId && (await linkStripeCustomer(ctx, { userId, stripeCustomerId, createdAt }));
  return linked ? { customerId: linked.id } : { reason: "foreign" };
}

/** Returns the Stripe customer of a charge or payment intent; null for a guest's. */
async function findPayer(ctx: Ctx, paymentId: string): Promise<string | null> {
  const { customer } = paymentId.startsWith("pi_")
    ? await ctx.stripe.paymentIntents.retrieve(paymentId)
    : await ctx.stripe.charges.retrieve(paymentId);
  return typeof customer === "object" ? (customer?.id ?? null) : customer;
}
