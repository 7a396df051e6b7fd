import { findVerifiedEmail } from "../../identity/store-profile.ts";
import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { findUserLocale } from "../../identity/store-profile.ts";
import { newId } from "../../lib/ids.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { pickLocale, readLanguages } from "../../settings/languages.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toPreferredLocales } from "../../stripe/locales.ts";
import { fromMetadata, toMetadata } from "../../stripe/metadata.ts";
import { isStoredError } from "../../stripe/classify-error.ts";
import { findOwnAccount, requireOwnAccount } from "./stripe-account.ts";
import {
  findStripeCustomerOfUser,
  insertStripeCustomer,
  startNewGeneration,
  setStripeCustomerEmail,
  setStripeCustomerId,
  type StripeCustomerRow,
} from "./store.ts";

/** A customer that exists at Stripe. */
export type LinkedStripeCustomer = StripeCustomerRow & { stripeCustomerId: string };

/**
 * Returns the user's Stripe customer in this mode, and creates it if there is none. The row is inserted in D1 first, so
 * that concurrent requests create the customer at Stripe with the same idempotency key. An existing Stripe customer is
 * never matched by email.
 * @param input.stripeProductId what the user buys, so that no customer is created in an account that doesn't sell it
 * @throws `stripe_unavailable` if the key belongs to another account; errors from Stripe
 */
export async function ensureStripeCustomer(
  ctx: Ctx,
  input: { userId: string; stripeProductId?: string | null },
): Promise<LinkedStripeCustomer> {
  const { mode } = ctx.config.stripe;
  const { userId } = input;
  let customer = await findStripeCustomerOfUser(ctx.db, userId, mode);
  if (!customer) {
    await insertStripeCustomer(ctx.db, {
      id: newId("cst", ctx.now),
      userId,
      mode,
      createdAt: ctx.now,
    });
    customer = await findStripeCustomerOfUser(ctx.db, userId, mode);
  }
  if (customer && !customer.stripeCustomerId) {
    const stripeAccount =
      input.stripeProductId === undefined
        ? await findOwnAccount(ctx)
        : await requireOwnAccount(ctx, input);
    customer = await withEmail(ctx, customer);
    const { id: stripeCustomerId } = await createAtStripe(ctx, customer);
    await commit(ctx.db, [
      setStripeCustomerId(ctx.db, customer.id, { stripeCustomerId, stripeAccount }),
      ...recordEvents(ctx, { userId, kinds: ["customer"] }),
    ]);
    customer = await findStripeCustomerOfUser(ctx.db, userId, mode);
  }
  if (!customer?.stripeCustomerId)
    throw fail("internal", { reason: "the customer row vanished while it was made" });
  return { ...customer, stripeCustomerId: customer.stripeCustomerId };
}

async function createAtStripe(ctx: Ctx, customer: StripeCustomerRow): Promise<Stripe.Customer> {
  const { userId } = customer;
  const [locale, languages] = await Promise.all([
    findUserLocale(ctx.db, userId),
    readLanguages(ctx),
  ]);
  const params = {
    ...(customer.email && { email: customer.email }),
    // Stripe writes receipts and invoices in it.
    ...(locale !== null && {
      preferred_locales: toPreferredLocales(pickLocale(locale, languages)),
    }),
    metadata: toMetadata({ userId }),
  };
  const key = await idempotencyKey("customer", `${customer.id}:${customer.generation}`, params);
  // An earlier attempt may have created it although Stripe answered 500.
  const earlier = customer.generation > 0 ? await findCreated(ctx, customer) : undefined;
  if (earlier) return earlier;
  try {
    return await ctx.stripe.customers.create(params, key);
  } catch (error) {
    if (!isStoredError(error)) throw error;
    // This key can't be used again.
    await commit(ctx.db, [startNewGeneration(ctx.db, customer.id)]);
    const created = await findCreated(ctx, customer).catch(() => undefined);
    if (created) return created;
    throw error;
  }
}

/** Finds the user's customer at Stripe by our id in its metadata, among those with the email that we sent. */
async function findCreated(
  ctx: Ctx,
  { userId, email }: StripeCustomerRow,
): Promise<Stripe.Customer | undefined> {
  const since = { gte: Math.floor((ctx.now - DAY) / SECOND) };
  const { data } = await ctx.stripe.customers.list({
    limit: 100,
    ...(email === null ? { created: since } : { email }),
  });
  return data.find(({ metadata }) => fromMetadata(metadata).userId === userId);
}

/**
 * Saves the email before the request to Stripe, so that concurrent requests send the same one even if the user changes
 * it meanwhile.
 */
async function withEmail(ctx: Ctx, customer: StripeCustomerRow): Promise<StripeCustomerRow> {
  const email = await findVerifiedEmail(ctx.db, customer.userId);
  if (customer.email !== null || email === null) return customer;
  await setStripeCustomerEmail(ctx.db, customer.id, email);
  return (await findStripeCustomerOfUser(ctx.db, customer.userId, customer.mode)) ?? customer;
}
