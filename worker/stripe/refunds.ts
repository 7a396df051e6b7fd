import type Stripe from "stripe";
import type { StripeClient } from "./client.ts";
import { collectAll } from "./references.ts";

const PAGE_SIZE = 100;

/** What of a refund's money is needed: expand these of `refunds.data` in a list of charges. */
export const refundMovements = ["balance_transaction", "failure_balance_transaction"] as const;

/** Whether a refund has given money back or still may. One that failed or was canceled has not. */
export function isEffectiveRefund({ status }: Pick<Stripe.Refund, "status">): boolean {
  return status !== "failed" && status !== "canceled";
}

/**
 * Returns what was refunded of a payment, in minor units. A charge's own `amount_refunded` may keep the amount of a
 * refund that failed.
 */
export function sumRefunds(refunds: Pick<Stripe.Refund, "status" | "amount">[]): number {
  return refunds.filter(isEffectiveRefund).reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns the refunds of a charge, newest first.
 * @param charge with `refunds` expanded and complete
 */
export function refundsOf(charge: Stripe.Charge): Stripe.Refund[] {
  if (!charge.refunds) throw new Error(`The refunds of ${charge.id} are not expanded`);
  return charge.refunds.data;
}

/**
 * Completes the refunds of charges, because an expanded list has only the newest ten. Takes a request only for charges
 * with more refunds.
 * @param charges with `refunds` expanded
 */
export function completeRefunds(
  stripe: StripeClient,
  charges: Stripe.Charge[],
): Promise<Stripe.Charge[]> {
  return Promise.all(
    charges.map(async (charge) => {
      if (!charge.refunds?.has_more) return charge;
      const params = {
        charge: charge.id,
        limit: PAGE_SIZE,
        expand: refundMovements.map((field) => `data.${field}`),
      };
      const data = await collectAll(stripe.refunds.list(params));
      return { ...charge, refunds: { ...charge.refunds, data, has_more: false } };
    }),
  );
}
