import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { PaymentIntentRow } from "../store/rows.ts";
import { captureCharge } from "./balance-transaction.ts";

/**
 * Captures an authorized intent, or a part of it (minor units). The rest goes back to the customer.
 * @throws ApiError 400 if more than was authorized is asked for
 */
export function capturePaymentIntent(
  account: Account,
  intent: PaymentIntentRow,
  amount = intent.amount_capturable,
): PaymentIntentRow {
  if (amount < 1 || amount > intent.amount_capturable)
    throw invalidRequestError(
      `The amount to capture must be between 1 and the authorized amount (${intent.amount_capturable}).`,
      { code: "amount_too_large", param: "amount_to_capture" },
    );
  const id = intent.latest_charge as string;
  account.update("charge", id, { captured: true, amount_captured: amount });
  captureCharge(account, id);
  account.emit("charge.captured", "charge", account.get("charge", id));
  const captured = account.update("payment_intent", intent.id, {
    status: "succeeded",
    amount_capturable: 0,
    amount_received: amount,
  });
  account.emit("payment_intent.succeeded", "payment_intent", captured);
  return captured;
}

/** Cancels an intent, and releases an amount that was authorized and not captured. */
export function cancelPaymentIntent(
  account: Account,
  intent: PaymentIntentRow,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): PaymentIntentRow {
  if (intent.status === "requires_capture") {
    const { amount } = account.get("charge", intent.latest_charge as string);
    account.update(
      "charge",
      intent.latest_charge as string,
      { amount_refunded: amount, refunded: true },
      reason === "automatic" ? "charge.expired" : "charge.refunded",
    );
  }
  const canceled = account.update("payment_intent", intent.id, {
    status: "canceled",
    amount_capturable: 0,
    canceled_at: account.clock.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  account.emit("payment_intent.canceled", "payment_intent", canceled);
  return canceled;
}

/** Cancels an intent whose authorization was not captured in time. */
export function expireAuthorization(account: Account, id: string): void {
  const intent = account.get("payment_intent", id);
  if (intent.status === "requires_capture") cancelPaymentIntent(account, intent, "automatic");
}
