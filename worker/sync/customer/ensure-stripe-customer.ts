import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import { isStoredError } from "../../stripe/is-stored-error.ts";
import {
  findCustomerOfUser,
  findVerifiedEmail,
  insertCustomer,
  retireStripeCustomer,
  setEmail,
  setStripeCustomer,
  type CustomerRow,
} from "./store.ts";

/** A customer that exists at Stripe. */
export type LinkedCustomer = CustomerRow & { stripeCustomerId: string };

/**
 * The user's one customer in this mode, made when there is none. The claim in D1 comes first, so that any number of
 * requests at once ask Stripe for the same thing under the same key. A customer is never adopted by email.
 */
export async function ensureCustomer(ctx: Ctx, input: { userId: string }): Promise<LinkedCustomer> {
  const { mode } = ctx.config.stripe;
  const { userId } = input;
  let customer = await findCustomerOfUser(ctx.db, userId, mode);
  if (!customer) {
    await insertCustomer(ctx.db, { id: newId("cst", ctx.now), userId, mode, createdAt: ctx.now });
    customer = await findCustomerOfUser(ctx.db, userId, mode);
  }
  if (customer && !customer.stripeCustomerId) {
    customer = await withEmail(ctx, customer);
    const created = await createAtStripe(ctx, customer);
    await setStripeCustomer(ctx.db, customer.id, created.id);
    customer = await findCustomerOfUser(ctx.db, userId, mode);
  }
  if (!customer?.stripeCustomerId)
    throw fail("internal", { reason: "the customer row vanished while it was made" });
  return { ...customer, stripeCustomerId: customer.stripeCustomerId };
}

async function createAtStripe(ctx: Ctx, customer: CustomerRow): Promise<Stripe.Customer> {
  const params = {
    ...(customer.email && { email: customer.email }),
    metadata: toMetadata({ userId: customer.userId }),
  };
  const key = await idempotencyKey("customer", `${customer.id}:${customer.generation}`, params);
  try {
    return await ctx.stripe.customers.create(params, key);
  } catch (error) {
    // This key is spent. The next try has another; if a customer was made after all, the sweep names it.
    if (isStoredError(error)) await commit(ctx.db, [retireStripeCustomer(ctx.db, customer.id)]);
    throw error;
  }
}

/**
 * Fixes the address before Stripe is asked, so that every request of the same moment sends the same one, though the
 * person may change it meanwhile.
 */
async function withEmail(ctx: Ctx, customer: CustomerRow): Promise<CustomerRow> {
  const email = await findVerifiedEmail(ctx.db, customer.userId);
  if (customer.email !== null || email === null) return customer;
  await setEmail(ctx.db, customer.id, email);
  return (await findCustomerOfUser(ctx.db, customer.userId, customer.mode)) ?? customer;
}
