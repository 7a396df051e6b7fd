import type Stripe from "stripe";
import type { UserCtx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { pickLocale, readLanguages } from "../../settings/languages.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toPreferredLocales } from "../../stripe/locales.ts";
import { fromMetadata, toMetadata } from "../../stripe/metadata.ts";
import { isStoredError } from "../../stripe/classify-error.ts";
import { requireOwnAccount } from "./stripe-account.ts";
import {
  assertUnlinked,
  findBuyer,
  findStripeCustomerOfUser,
  insertStripeCustomer,
  selectStripeCustomerOfUser,
  startNewGeneration,
  setStripeCustomerEmail,
  setStripeCustomerId,
  toStripeCustomer,
  type StripeCustomerRow,
} from "./store.ts";

/** A customer that exists at Stripe. */
export type LinkedStripeCustomer = StripeCustomerRow & { stripeCustomerId: string };

/** A user who buys, with what a Stripe customer is created from. `locale` as it is stored; null if unknown. */
export type Buyer = {
  customer: StripeCustomerRow | null;
  email: string | null;
  locale: string | null;
};

/** A customer that Stripe doesn't know yet, and the account to create it in. */
export type NewStripeCustomer = {
  row: StripeCustomerRow;
  stripeAccount: string;
  locale: string | null;
};

/** Returns the user's Stripe customer in this mode, and what is needed to create one. */
export async function readBuyer(ctx: UserCtx): Promise<Buyer> {
  const buyer = await findBuyer(ctx.db, ctx.actor.userId, ctx.config.stripe.mode);
  return buyer ?? { customer: null, email: null, locale: null };
}

/** Returns the buyer's customer at Stripe, or null if it must be created first. */
export function findLinked({ customer }: Pick<Buyer, "customer">): LinkedStripeCustomer | null {
  if (!customer?.stripeCustomerId) return null;
  return { ...customer, stripeCustomerId: customer.stripeCustomerId };
}

/**
 * Prepares to create the buyer's customer at Stripe. The row is inserted in D1 first, so that concurrent requests create
 * the customer with the same idempotency key, and with the email that it has now: they send the same one even if the
 * user changes it meanwhile.
 * @param input.stripeProductId what the user buys, so that no customer is created in an account that doesn't sell it
 * @param statements more writes of the batch, after the row is there
 * @returns the customer, and the results of these statements
 * @throws `stripe_unavailable` if the key belongs to another account; errors from Stripe
 */
export async function prepareStripeCustomer(
  ctx: UserCtx,
  { customer, email, locale }: Buyer,
  input: { stripeProductId: string | null },
  statements: Statement[] = [],
): Promise<{ created: NewStripeCustomer; results: D1Result[] }> {
  const { mode } = ctx.config.stripe;
  const { userId } = ctx.actor;
  const id = customer?.id ?? newId("cst", ctx.now);
  const [stripeAccount, results] = await Promise.all([
    requireOwnAccount(ctx, input),
    commit(ctx.db, [
      insertStripeCustomer(ctx.db, { id, userId, mode, email, createdAt: ctx.now }),
      ...(customer !== null && email !== null ? [setStripeCustomerEmail(ctx.db, id, email)] : []),
      ...statements,
      selectStripeCustomerOfUser(ctx.db, userId, mode),
    ]),
  ]);
  const row = toStripeCustomer(results.at(-1)!);
  if (!row) throw fail("internal", { reason: "the customer row vanished while it was made" });
  return {
    created: { row, stripeAccount, locale },
    results: results.slice(-1 - statements.length, -1),
  };
}

/**
 * Creates the customer at Stripe and links it, with further statements in the same batch. An existing Stripe customer is
 * never matched by email. If the batch takes effect, Stripe has nothing of this customer yet but itself, so no sync is
 * needed.
 * @param statements makes them when Stripe has answered
 * @returns the linked customer and the results of the statements; null if another request or a webhook has linked the
 *   customer first: then nothing of the batch took effect, and the customer may have bought something already
 * @throws errors from Stripe
 */
export async function createStripeCustomer(
  ctx: UserCtx,
  created: NewStripeCustomer,
  statements: () => Statement[] = () => [],
): Promise<{
  customer: LinkedStripeCustomer;
  results: D1Result<Record<string, unknown>>[];
} | null> {
  const { userId } = ctx.actor;
  const { mode } = ctx.config.stripe;
  const { row, stripeAccount } = created;
  const { id: stripeCustomerId } = await createAtStripe(ctx, created);
  const linked = { stripeCustomerId, stripeAccount, syncedAt: ctx.now };
  try {
    const [, , found, ...results] = await commit(ctx.db, [
      assertUnlinked(row.id),
      setStripeCustomerId(ctx.db, row.id, linked),
      selectStripeCustomerOfUser(ctx.db, userId, mode),
      ...statements(),
      ...recordEvents(ctx, { userId, kinds: ["customer"] }),
    ]);
    const customer = toStripeCustomer(found!);
    if (customer?.stripeCustomerId !== stripeCustomerId)
      throw fail("internal", { reason: "the customer row vanished while it was made" });
    return { customer: { ...customer, stripeCustomerId }, results };
  } catch (error) {
    const now = await findStripeCustomerOfUser(ctx.db, userId, mode);
    if (now?.stripeCustomerId) return null;
    throw error;
  }
}

async function createAtStripe(
  ctx: UserCtx,
  { row: customer, locale }: NewStripeCustomer,
): Promise<Stripe.Customer> {
  const { userId } = customer;
  const languages = await readLanguages(ctx);
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
  ctx: UserCtx,
  { userId, email }: StripeCustomerRow,
): Promise<Stripe.Customer | undefined> {
  const since = { gte: Math.floor((ctx.now - DAY) / SECOND) };
  const { data } = await ctx.stripe.customers.list({
    limit: 100,
    ...(email === null ? { created: since } : { email }),
  });
  return data.find(({ metadata }) => fromMetadata(metadata).userId === userId);
}
