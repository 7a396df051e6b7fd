import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { markDirty } from "./store-dirty.ts";
import {
  listStripeCustomersByStripeId,
  findStripeCustomerOfUser,
  findCustomerIdByEmail,
} from "./store.ts";

/** Maps Stripe customer ids to our customers. Unknown ids are omitted. */
export async function mapStripeCustomersByStripeId(
  ctx: Ctx,
  input: { stripeCustomerIds: string[] },
): Promise<Map<string, { id: string; userId: string }>> {
  if (input.stripeCustomerIds.length === 0) return new Map();
  const { mode } = ctx.config.stripe;
  const rows = await listStripeCustomersByStripeId(ctx.db, mode, input.stripeCustomerIds);
  return new Map(
    rows.flatMap(({ id, userId, stripeCustomerId }) =>
      stripeCustomerId ? [[stripeCustomerId, { id, userId }]] : [],
    ),
  );
}

/** Marks customers as dirty and enqueues them. */
export async function markDirtyAndEnqueue(ctx: Ctx, input: { ids: string[] }): Promise<void> {
  const ids = [...new Set(input.ids)];
  if (ids.length === 0) return;
  await commit(
    ctx.db,
    ids.map((id) => markDirty(ctx.db, id)),
  );
  await ctx.syncQueue.sendBatch(ids.map((customerId) => ({ body: { customerId } })));
}

/**
 * Returns the user's Stripe customer in this mode, or null if the user has never started a checkout. Creates nothing.
 */
export async function findLinkedStripeCustomer(
  ctx: Ctx,
  input: { userId: string },
): Promise<{ id: string; stripeCustomerId: string } | null> {
  const customer = await findStripeCustomerOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  if (!customer?.stripeCustomerId) return null;
  return { id: customer.id, stripeCustomerId: customer.stripeCustomerId };
}

/**
 * Returns the currency that Stripe bills the user in, in lower case, as of the last sync. It comes from all live
 * subscriptions of the user's Stripe customer, also from those to products that aren't ours. Null if there are none.
 */
export async function findBillingCurrency(
  ctx: Ctx,
  input: { userId: string },
): Promise<string | null> {
  const customer = await findStripeCustomerOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  return customer?.billingCurrency ?? null;
}

/**
 * Finds a customer by our id, Stripe's id, or the user's exact email. Emails are case-insensitive.
 * @returns null if there is none in this mode
 */
export async function findCustomerId(
  ctx: Ctx,
  { search }: { search: string },
): Promise<string | null> {
  const { mode } = ctx.config.stripe;
  if (search.startsWith("cst_")) return search;
  if (search.startsWith("cus_"))
    return (await listStripeCustomersByStripeId(ctx.db, mode, [search]))[0]?.id ?? null;
  return (await findCustomerIdByEmail(ctx.db, mode, search.toLowerCase()))?.id ?? null;
}
