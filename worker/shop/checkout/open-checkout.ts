import Stripe from "stripe";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { MINUTE } from "../../lib/time.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { isStoredError } from "../../stripe/is-stored-error.ts";
import { findAnyPrice, findPriceForSale } from "../../catalog/find-price.ts";
import { countSeats } from "../../catalog/seats.ts";
import { ensureCustomer, type LinkedCustomer } from "../../sync/customer/ensure-stripe-customer.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { readTax } from "../../settings/tax-settings.ts";
import { expireAtStripe } from "../../purchases/checkout/expire-at-stripe.ts";
import { toSessionParams } from "./session-params.ts";
import { showOffer } from "./show-offer.ts";
import {
  claimCheckout,
  closeCheckout,
  findOpenCheckout,
  setSession,
  type CheckoutRow,
} from "../../purchases/checkout/store.ts";

/** Stripe refuses less than 30 minutes; the minute more is for the way there. */
const CHECKOUT_LIFE_MS = 31 * MINUTE;
/** An open session with less than this left is not worth going back to. */
const WORTH_REUSING_MS = 2 * MINUTE;
const ATTEMPTS = 3;

/**
 * Opens a Checkout session for a price, or gives back the one that is open. One is open per person and exclusive group:
 * the row in D1 is claimed first, and every request that meets it asks Stripe for the same session.
 * @returns our checkout's id and the address to pay at
 * @param input.quantity seats, for a price per seat; the buyer can still change them at Stripe's page
 * @throws `price_unavailable`, `invalid_input`, `already_owned`, `payment_processing`, `subscription_suspended`,
 *   `currency_locked`, `checkout_busy`, `stripe_unavailable`
 */
export async function openCheckout(
  ctx: UserCtx,
  input: { priceId: string; quantity?: number | undefined },
): Promise<{ id: string; url: string }> {
  const { userId } = ctx.actor;
  const { price, product } = await findPriceForSale(ctx, input);
  const quantity = countSeats(price, input.quantity);
  // Stripe is asked first: what another tab or the dashboard sold a moment ago counts.
  const { id: customerId } = await ensureCustomer(ctx, { userId });
  await syncCustomer(ctx, { customerId, force: true });
  // Again, since the sync may have learned that the customer was deleted at Stripe.
  const customer = await ensureCustomer(ctx, { userId });
  const offer = await showOffer(ctx, { userId, productId: product.id });
  if (offer.state === "owned") throw fail("already_owned");
  if (offer.state === "processing") throw fail("payment_processing");
  if (offer.state === "suspended") throw fail("subscription_suspended");
  if (price.type === "recurring" && offer.currency !== null && offer.currency !== price.currency)
    throw fail("currency_locked", { reason: `subscribed in ${offer.currency}` });

  const { mode } = ctx.config.stripe;
  const groupKey = product.exclusiveGroup ?? product.id;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await commit(ctx.db, [
      claimCheckout(ctx.db, {
        id: newId("chk", ctx.now),
        userId,
        customerId: customer.id,
        productId: product.id,
        priceId: price.id,
        groupKey,
        quantity,
        mode,
        status: "open",
        trialDays: offer.trialAvailable ? price.trialDays : 0,
        stripeSessionId: null,
        stripeSubscriptionId: null,
        url: null,
        expiresAt: ctx.now + CHECKOUT_LIFE_MS,
        createdAt: ctx.now,
      }),
    ]);
    const claimed = await findOpenCheckout(ctx.db, { userId, mode, groupKey });
    if (!claimed) continue;
    const session = await sessionOf(ctx, claimed, customer);
    const wanted =
      claimed.priceId === price.id &&
      claimed.quantity === quantity &&
      claimed.expiresAt > ctx.now + WORTH_REUSING_MS;
    if (session.status === "open" && wanted && session.url)
      return { id: claimed.id, url: session.url };
    if (session.status === "complete") {
      await syncCustomer(ctx, { customerId: customer.id, force: true });
      throw fail(session.payment_status === "unpaid" ? "payment_processing" : "already_owned");
    }
    await retire(ctx, claimed, session);
  }
  throw fail("checkout_busy", { reason: "another request kept claiming the group" });
}

/** The checkout's session at Stripe, created when there is none yet: by us, or by whoever claimed the row and died. */
async function sessionOf(
  ctx: UserCtx,
  checkout: CheckoutRow,
  customer: LinkedCustomer,
): Promise<Stripe.Checkout.Session> {
  if (checkout.stripeSessionId)
    return ctx.stripe.checkout.sessions.retrieve(checkout.stripeSessionId);
  const [{ price, product }, tax] = await Promise.all([
    findAnyPrice(ctx, { priceId: checkout.priceId }),
    readTax(ctx),
  ]);
  const params = toSessionParams(checkout, {
    origin: ctx.config.origin,
    stripeCustomerId: customer.stripeCustomerId,
    price,
    slug: product.slug,
    tax,
  });
  const session = await createSession(ctx, checkout, params);
  await commit(ctx.db, [
    setSession(ctx.db, { id: checkout.id, stripeSessionId: session.id, url: session.url }),
  ]);
  return session;
}

async function createSession(
  ctx: UserCtx,
  checkout: CheckoutRow,
  params: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> {
  try {
    return await ctx.stripe.checkout.sessions.create(
      params,
      await idempotencyKey("checkout", checkout.id, params),
    );
  } catch (error) {
    const made = isStoredError(error) ? await findSession(ctx, checkout, params) : undefined;
    if (made) return made;
    // What can only be refused again must not hold the group for half an hour.
    if (isStoredError(error) || error instanceof Stripe.errors.StripeInvalidRequestError) {
      await commit(ctx.db, [closeCheckout(ctx.db, { id: checkout.id, status: "expired" })]);
    }
    throw fail("stripe_unavailable", { reason: "the session was not created", cause: error });
  }
}

/** The session that an answer of 500 hid: it names our checkout. */
async function findSession(
  ctx: UserCtx,
  checkout: CheckoutRow,
  { customer }: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session | undefined> {
  const { data } = await ctx.stripe.checkout.sessions.list({
    ...(customer && { customer }),
    limit: 10,
  });
  return data.find(({ metadata }) => fromMetadata(metadata).checkoutId === checkout.id);
}

/** Closes a checkout that was for another price or is about to end, at Stripe first. One that was paid meanwhile stays. */
async function retire(
  ctx: UserCtx,
  checkout: CheckoutRow,
  session: Stripe.Checkout.Session,
): Promise<void> {
  if (session.status === "open" && !(await expireAtStripe(ctx, session.id))) return;
  await commit(ctx.db, [closeCheckout(ctx.db, { id: checkout.id, status: "expired" })]);
}
