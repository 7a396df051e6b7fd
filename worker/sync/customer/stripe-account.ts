import Stripe from "stripe";
import type { Config } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { listNewestStripeProductIds } from "../../catalog/store-editing.ts";
import { recordSignal } from "../health/health-signals.ts";
import { findCursor, upsertCursor } from "../cursors/store.ts";

/** How many products are looked for in the account of a key. */
const MAX_PRODUCTS = 100;

// Per isolate: a key never changes its account.
const known = new WeakMap<Config["stripe"], string>();

/**
 * Returns the Stripe account of the shop's key, or null if no request has found yet that it is the shop's. Makes no
 * request to Stripe.
 */
export async function findOwnAccount(ctx: Ctx): Promise<string | null> {
  const { stripe } = ctx.config;
  const account = known.get(stripe) ?? (await findCursor(ctx.db, cursorOf(ctx)))?.value ?? null;
  if (account !== null) known.set(stripe, account);
  return account;
}

/**
 * Does the same, and asks Stripe once for each key. The key of an account that knows none of the shop's products is a
 * wrong one, or the products of a shop that moves are not there yet.
 * @param input.stripeProductId a product that the account must know, by default any of ours
 * @throws `stripe_unavailable` if the account is not the shop's
 */
export async function requireOwnAccount(
  ctx: Ctx,
  input: { stripeProductId?: string | null } = {},
): Promise<string> {
  const own = await findOwnAccount(ctx);
  if (own !== null) return own;
  const { account, isForeign } = await inspectAccount(ctx, input);
  if (isForeign) {
    await recordSignal(ctx, "foreign_key");
    throw fail("stripe_unavailable", {
      reason: `the key belongs to ${account}, which knows no product of this shop`,
    });
  }
  await commit(ctx.db, [
    upsertCursor(ctx.db, { name: cursorOf(ctx), value: account, updatedAt: ctx.now }),
  ]);
  known.set(ctx.config.stripe, account);
  return account;
}

/** Asks Stripe which account the key belongs to, and whether it knows none of the shop's products. */
export async function inspectAccount(
  ctx: Ctx,
  { stripeProductId }: { stripeProductId?: string | null } = {},
  options: Stripe.RequestOptions = {},
): Promise<{ account: string; isForeign: boolean }> {
  const ids = stripeProductId
    ? [stripeProductId]
    : await listNewestStripeProductIds(ctx.db, ctx.config.stripe.mode, MAX_PRODUCTS);
  const [account, found] = await Promise.all([
    fetchAccountId(ctx, options),
    ids.length === 0 ? [] : listProducts(ctx, ids, options),
  ]);
  return { account, isForeign: ids.length > 0 && found.length === 0 };
}

async function listProducts(ctx: Ctx, ids: string[], options: Stripe.RequestOptions) {
  return (await ctx.stripe.products.list({ ids, limit: 1 }, options)).data;
}

/** A restricted key may not read its account, but the refusal names it. */
async function fetchAccountId({ stripe }: Ctx, options: Stripe.RequestOptions): Promise<string> {
  try {
    const { id } = (await stripe.rawRequest("GET", "/v1/account", {}, options)) as { id: string };
    return id;
  } catch (error) {
    const named =
      error instanceof Stripe.errors.StripePermissionError && /acct_\w+/.exec(error.message);
    if (!named) throw error;
    return named[0];
  }
}

/** Names the key by its hash. */
const cursorOf = ({ config }: Ctx) =>
  `stripe-account:${sha256Hex(config.stripe.secretKey).slice(0, 16)}`;
