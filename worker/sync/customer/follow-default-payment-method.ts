import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { hasEnded } from "../../purchases/subscriptions/statuses.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { idOf } from "../../stripe/references.ts";
import type { ExistingStripeCustomer } from "./fetch-stripe-customer.ts";
import { setDefaultPaymentMethod, type StripeCustomerRow } from "./store.ts";

/** A new default payment method, and the subscriptions that still charge another one, by Stripe's id. */
export type PaymentMethodChange = { paymentMethodId: string; stripeSubscriptionIds: string[] };

/**
 * Finds a change of the customer's default payment method since the last sync. Stripe's portal sets only the
 * customer's, while Checkout has set one on the subscription, which Stripe charges first.
 * @param rows the customer's subscriptions to our products; others are left alone
 * @returns null if the default is as before, or there is none any more
 */
export function findPaymentMethodChange(
  customer: Pick<StripeCustomerRow, "defaultPaymentMethodId">,
  fetched: ExistingStripeCustomer,
  rows: SubscriptionRow[],
): PaymentMethodChange | null {
  const { defaultPaymentMethodId: paymentMethodId, subscriptions } = fetched;
  if (paymentMethodId === null || paymentMethodId === customer.defaultPaymentMethodId) return null;
  const ours = new Set(
    rows.filter((row) => !hasEnded(row)).map(({ stripeSubscriptionId }) => stripeSubscriptionId),
  );
  const behind = subscriptions.filter(({ id, default_payment_method: own }) => {
    const ownId = idOf(own);
    return ours.has(id) && ownId !== null && ownId !== paymentMethodId;
  });
  return { paymentMethodId, stripeSubscriptionIds: behind.map(({ id }) => id) };
}

/**
 * Makes the subscriptions charge the new default, then records it. A retry repeats what is missing.
 * @throws errors from Stripe that may pass; the customer stays dirty. A refusal is only logged: the subscription has
 *   ended meanwhile, or the payment method is gone.
 */
export async function followDefaultPaymentMethod(
  ctx: Ctx,
  customerId: string,
  { paymentMethodId, stripeSubscriptionIds }: PaymentMethodChange,
): Promise<void> {
  const params = { default_payment_method: paymentMethodId };
  for (const id of stripeSubscriptionIds) {
    // The request id is part of the key: a card that is chosen again later must not replay the first answer.
    const key = await idempotencyKey("card", `${id}:${ctx.requestId}`, params);
    try {
      await ctx.stripe.subscriptions.update(id, params, key);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      logEvent(
        "error",
        "sync.card_not_changed",
        {
          subscription: id,
          error: summarizeError(error),
        },
        ctx,
      );
    }
  }
  await commit(ctx.db, [setDefaultPaymentMethod(ctx.db, customerId, paymentMethodId)]);
}
