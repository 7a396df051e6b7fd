import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { getMinorUnitDigits } from "../money.ts";
import { newId } from "../protocol/ids.ts";

/** How long Stripe takes to capture a payment (`automatic_async`). Until then, nothing is on the balance. */
export const captureDelaySeconds = 5;

/** The account is paid out in this currency. */
const settlementCurrency = "usd";

/** US dollars for one unit of a currency. Payments in another currency are settled as they are. */
const dollarsPerUnit: Record<string, number> = {
  usd: 1,
  eur: 1.1,
  gbp: 1.3,
  chf: 1.15,
  jpy: 0.0067,
};

const bankTransferDays = 2;
/** What a bank charges for a dispute, in US cents. It is kept even if the dispute is won. */
const disputeFee = 1500;

interface Movement {
  type: Stripe.BalanceTransaction.Type;
  reportingCategory: string;
  /** In minor units of `currency`; negative if it leaves the balance. */
  amount: number;
  currency: string;
  source: string;
  description?: string | null;
  /** Computes the fee from the settled amount, in minor units of the settled currency. */
  feeOf?: (settled: number, isConverted: boolean) => number;
}

/** Records a movement on the balance. An amount in another currency is converted at a fixed rate. */
function record(account: Account, movement: Movement): Stripe.BalanceTransaction {
  const { amount, currency, rate } = settle(movement);
  const fee = movement.feeOf?.(amount, rate !== null) ?? 0;
  const now = account.clock.now();
  return account.create("balance_transaction", {
    id: newId("balance_transaction"),
    object: "balance_transaction",
    amount,
    available_on: now + bankTransferDays * 86_400,
    balance_type: "payments",
    created: now,
    currency,
    description: movement.description ?? null,
    exchange_rate: rate,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description:
                movement.type === "adjustment" ? "Dispute fee" : "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: movement.reportingCategory,
    source: movement.source,
    status: "pending",
    type: movement.type,
  });
}

function settle({ amount, currency }: Movement): {
  amount: number;
  currency: string;
  rate: number | null;
} {
  const dollars = dollarsPerUnit[currency];
  if (currency === settlementCurrency || dollars === undefined)
    return { amount, currency, rate: null };
  const minorRate = dollars * 10 ** (2 - getMinorUnitDigits(currency));
  return {
    amount: Math.round(amount * minorRate) || 0,
    currency: settlementCurrency,
    rate: dollars,
  };
}

const isCard = (charge: Stripe.Charge) => charge.payment_method_details?.type !== "sepa_debit";

/** 2.9% and 30 cents for a card, at most 5 dollars for a debit; 1% more if the amount is converted. */
function chargeFee(charge: Stripe.Charge, settled: number, isConverted: boolean): number {
  const fee = isCard(charge)
    ? Math.round(settled * 0.029) + 30
    : Math.min(500, Math.round(settled * 0.008));
  return fee + (isConverted ? Math.round(settled * 0.01) : 0);
}

/**
 * Captures a succeeded charge: it gets its balance transaction.
 * @param event null if the caller emits an event of its own
 */
export function captureCharge(
  account: Account,
  id: string,
  event: "charge.updated" | null = "charge.updated",
): void {
  const charge = account.get("charge", id);
  if (charge.status !== "succeeded" || charge.balance_transaction) return;
  const { id: transaction } = record(account, {
    type: isCard(charge) ? "charge" : "payment",
    reportingCategory: "charge",
    amount: charge.amount_captured,
    currency: charge.currency,
    source: id,
    description: charge.description,
    feeOf: (settled, isConverted) => chargeFee(charge, settled, isConverted),
  });
  account.update("charge", id, { balance_transaction: transaction }, event ?? undefined);
}

/** Takes the refunded amount off the balance. Stripe does not give back the fee of the payment. */
export function recordRefund(account: Account, refund: Stripe.Refund): string {
  const charge = account.get("charge", refund.charge as string);
  return record(account, {
    type: isCard(charge) ? "refund" : "payment_refund",
    reportingCategory: "refund",
    amount: -refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: "REFUND FOR CHARGE",
  }).id;
}

/** Puts the amount of a failed refund back on the balance. */
export function recordFailedRefund(account: Account, refund: Stripe.Refund): string {
  const charge = account.get("charge", refund.charge as string);
  return record(account, {
    type: isCard(charge) ? "refund_failure" : "payment_failure_refund",
    reportingCategory: "refund_failure",
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: "REFUND FAILURE",
  }).id;
}

/** The bank withdraws a disputed amount with a fee, or gives it back without the fee. */
export function recordDispute(
  account: Account,
  dispute: Stripe.Dispute,
  direction: "withdrawn" | "reinstated",
): Stripe.BalanceTransaction {
  const isWithdrawn = direction === "withdrawn";
  return record(account, {
    type: "adjustment",
    reportingCategory: isWithdrawn ? "dispute" : "dispute_reversal",
    amount: isWithdrawn ? -dispute.amount : dispute.amount,
    currency: dispute.currency,
    source: dispute.id,
    description: isWithdrawn ? "Chargeback withdrawal" : "Chargeback reversal",
    feeOf: () => (isWithdrawn ? disputeFee : 0),
  });
}

/** Takes a payout off the balance. */
export function recordPayout(account: Account, payout: Stripe.Payout): string {
  return record(account, {
    type: "payout",
    reportingCategory: "payout",
    amount: -payout.amount,
    currency: payout.currency,
    source: payout.id,
    description: payout.description,
  }).id;
}

/** Puts the amount of a failed payout back on the balance. */
export function recordFailedPayout(account: Account, payout: Stripe.Payout): string {
  return record(account, {
    type: "payout_failure",
    reportingCategory: "payout_reversal",
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    description: "PAYOUT FAILURE",
  }).id;
}
