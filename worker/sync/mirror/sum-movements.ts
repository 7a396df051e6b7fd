import type Stripe from "stripe";
import { refundsOf } from "../../stripe/refunds.ts";

/** What a payment did to the balance at Stripe, in minor units of the settlement currency. */
export type BalanceFacts = {
  /** Null until Stripe has captured the payment; so are the amounts. */
  settlementCurrency: string | null;
  feeMinor: number | null;
  /** What disputes withdrew and did not give back. */
  disputedMinor: number | null;
  netMinor: number | null;
};

const unsettled: BalanceFacts = {
  settlementCurrency: null,
  feeMinor: null,
  disputedMinor: null,
  netMinor: null,
};

/**
 * Adds up the balance transactions of a charge, its refunds and its disputes. Amounts come from Stripe: they are in the
 * currency in which the account is settled, and include Stripe's exchange rates.
 * @param charge with the balance transactions of the charge and of all its refunds expanded
 */
export function sumMovements(charge: Stripe.Charge, disputes: Stripe.Dispute[]): BalanceFacts {
  const captured = expanded(charge.balance_transaction);
  if (!captured) return unsettled;
  const isSettledAlike = ({ currency }: Stripe.BalanceTransaction) =>
    currency === captured.currency;
  const ofDisputes = disputes
    .flatMap(({ balance_transactions: movements }) => movements)
    .filter(isSettledAlike);
  const movements = [
    captured,
    ...refundsOf(charge)
      .flatMap((refund) => [
        expanded(refund.balance_transaction),
        expanded(refund.failure_balance_transaction),
      ])
      .filter((movement) => movement !== null)
      .filter(isSettledAlike),
    ...ofDisputes,
  ];
  return {
    settlementCurrency: captured.currency,
    feeMinor: sum(movements, ({ fee }) => fee),
    disputedMinor: sum(ofDisputes, ({ amount }) => -amount),
    netMinor: sum(movements, ({ net }) => net),
  };
}

/** @throws if it is only an id, since a sum without it would be wrong */
function expanded(
  movement: string | Stripe.BalanceTransaction | null | undefined,
): Stripe.BalanceTransaction | null {
  if (typeof movement === "string") throw new Error(`${movement} is not expanded`);
  return movement ?? null;
}

function sum(
  movements: Stripe.BalanceTransaction[],
  valueOf: (movement: Stripe.BalanceTransaction) => number,
): number {
  return movements.reduce((total, movement) => total + valueOf(movement), 0);
}
