import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { recordFailedPayout, recordPayout } from "./balance-transaction.ts";

/** Returns what is on the balance in a currency, in minor units. */
function sumBalance(account: Account, currency: string): number {
  return account.objects
    .findAll("balance_transaction", [{ field: "currency", equals: currency }])
    .reduce((sum, { net }) => sum + net, 0);
}

/**
 * Pays the whole balance in a currency to the bank. Unlike at Stripe, funds don't have to become available first.
 * @throws ApiError 400 if there is nothing to pay out
 */
export function payOutBalance(account: Account, currency: string): Stripe.Payout {
  const amount = sumBalance(account, currency);
  if (amount <= 0)
    throw invalidRequestError("You have insufficient funds in your Stripe account.", {
      code: "balance_insufficient",
    });
  const now = account.clock.now();
  const payout: Stripe.Payout = {
    id: newId("payout"),
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now + 2 * 86_400,
    automatic: true,
    balance_transaction: null,
    created: now,
    currency,
    description: "STRIPE PAYOUT",
    destination: "ba_sandbox",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: null,
    type: "bank_account",
  };
  const created = account.create("payout", {
    ...payout,
    balance_transaction: recordPayout(account, payout),
  });
  account.emit("payout.created", "payout", created);
  account.schedule(created.arrival_date, "complete_payout", created.id);
  return created;
}

/** Marks a payout as paid when it arrives at the bank. */
export function completePayout(account: Account, id: string): void {
  if (account.get("payout", id).status !== "in_transit") return;
  const paid = account.update("payout", id, { status: "paid" }, "payout.updated");
  account.emit("payout.paid", "payout", paid);
}

/** Marks a payout as failed: the bank sent the money back. At Stripe, a payout can fail after it was `paid`. */
export function failPayout(account: Account, id: string): Stripe.Payout {
  const payout = account.get("payout", id);
  const failed = account.update(
    "payout",
    id,
    {
      status: "failed",
      failure_code: "account_closed",
      failure_message: "The bank account has been closed.",
      failure_balance_transaction: recordFailedPayout(account, payout),
    },
    "payout.updated",
  );
  account.emit("payout.failed", "payout", failed);
  return failed;
}
