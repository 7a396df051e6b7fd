import { commit } from "../db/client.ts";
import { recordEvents } from "../feed/record-events.ts";
import { fail } from "../errors.ts";
import type { UserCtx } from "../context.ts";
import { requireProductSummary, type ProductSummary } from "../catalog/map-product-summaries.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { findLibraryEntry, type LibraryEntry } from "../delivery/library/show-library.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { closeCheckout, findCheckout, type CheckoutRow } from "../purchases/checkout/store.ts";
import { findLinkOfCheckout } from "../purchases/checkout/store-links.ts";
import { developerSettings } from "../settings/developer-settings.ts";
import { isAllowedSuccessUrl } from "./create-checkout-link.ts";

/**
 * The outcome of a checkout:
 * - `complete`: paid; `entry` is the new library entry
 * - `processing`: the bank has not answered yet; access follows automatically
 * - `failed`: the bank declined after the buyer had left the page
 * - `open`: not paid; `resumeUrl` leads back to it
 * - `expired`: the session ended unpaid
 * - `trial_refused`: the free trial did not start, and nothing was charged; the notice of `entry` says why
 * - `confirming`: another sync is running; ask again shortly
 */
export type Confirmation = {
  state: "confirming" | "complete" | "processing" | "failed" | "open" | "expired" | "trial_refused";
  product: ProductSummary;
  resumeUrl: string | null;
  entry: LibraryEntry | null;
  /** Where the program that prepared the purchase wants the buyer next; null if it wants nothing, or it isn't paid. */
  successUrl: string | null;
};

/**
 * Runs the same sync as the webhook when the buyer returns, so that access doesn't wait for a webhook.
 * @throws `not_found` if the checkout isn't this user's
 */
export async function confirmCheckout(ctx: UserCtx, input: { id: string }): Promise<Confirmation> {
  const { userId } = ctx.actor;
  let checkout = await findCheckout(ctx.db, { id: input.id, userId });
  if (!checkout) throw fail("not_found", { reason: "no checkout of this user" });
  const product = await requireProductSummary(ctx, { id: checkout.productId });

  let outcome = await outcomeOf(ctx, checkout);
  if (outcome.state === "open" || outcome.state === "processing") {
    const { state } = await syncStripeCustomer(ctx, {
      customerId: checkout.customerId,
      force: true,
    });
    checkout = (await findCheckout(ctx.db, { id: input.id, userId })) ?? checkout;
    if (await hasExpired(ctx, checkout)) {
      await commit(ctx.db, [
        closeCheckout(ctx.db, { id: checkout.id, status: "expired" }),
        ...recordEvents(ctx, { userId, kinds: ["checkout"] }),
      ]);
      checkout = { ...checkout, status: "expired" };
    }
    outcome = await outcomeOf(ctx, checkout);
    if (state === "busy" && outcome.state === "open")
      outcome = { state: "confirming", sourceId: null };
  }
  return {
    state: outcome.state,
    product,
    resumeUrl: outcome.state === "open" ? checkout.url : null,
    successUrl:
      outcome.state === "complete" || outcome.state === "processing"
        ? await findSuccessUrl(ctx, checkout.id)
        : null,
    entry: outcome.sourceId ? await findLibraryEntry(ctx, { userId, id: outcome.sourceId }) : null,
  };
}

/** Returns the success URL of the checkout's link, with the link's id, if its origin is still allowed. */
async function findSuccessUrl(ctx: UserCtx, checkoutId: string): Promise<string | null> {
  const link = await findLinkOfCheckout(ctx.db, checkoutId);
  if (!link || link.successUrl === null) return null;
  if (!isAllowedSuccessUrl(link.successUrl, await developerSettings.read(ctx))) return null;
  const url = new URL(link.successUrl);
  url.searchParams.set("checkout", link.id);
  return url.href;
}

/** Whether an open checkout's session expired early, for example because the seller expired it. */
async function hasExpired(ctx: UserCtx, checkout: CheckoutRow): Promise<boolean> {
  if (checkout.status !== "open" || checkout.stripeSessionId === null) return false;
  const session = await ctx.stripe.checkout.sessions.retrieve(checkout.stripeSessionId);
  return session.status === "expired";
}

type Outcome = { state: Confirmation["state"]; sourceId: string | null };

/** Reads the outcome from our own rows, without asking Stripe. */
async function outcomeOf(ctx: UserCtx, checkout: CheckoutRow): Promise<Outcome> {
  if (checkout.status !== "complete") return { state: checkout.status, sourceId: null };
  const { userId } = checkout;
  if (checkout.stripeSubscriptionId) {
    const subscriptions = await listSubscriptions(ctx, { userId });
    const mine = subscriptions.find(
      (row) => row.stripeSubscriptionId === checkout.stripeSubscriptionId,
    );
    if (!mine) return { state: "confirming", sourceId: null };
    return { state: mine.trialRefused === null ? "complete" : "trial_refused", sourceId: mine.id };
  }
  const order = (await listOrders(ctx, { userId })).find(
    (row) => row.stripeSessionId === checkout.stripeSessionId,
  );
  if (!order) return { state: "confirming", sourceId: null };
  if (order.status === "pending") return { state: "processing", sourceId: order.id };
  return { state: order.status === "failed" ? "failed" : "complete", sourceId: order.id };
}
