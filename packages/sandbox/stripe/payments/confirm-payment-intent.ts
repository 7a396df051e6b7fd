import type { Account } from "../account.ts";
import { ApiError, invalidRequestError } from "../protocol/errors.ts";
import type { PaymentIntentRow, PaymentMethodRow } from "../store/rows.ts";
import {
  markIntentFailed,
  markIntentSucceeded,
  reportFraudForTestCard,
  requireIntentAction,
} from "./payment-intent.ts";
import { cardError } from "./card-error.ts";
import { attachPaymentMethod } from "./payment-method.ts";
import {
  authenticationFailed,
  authenticationRequired,
  getBankDecision,
  type Decline,
} from "./test-cards.ts";

export interface Confirmation {
  /** Where the customer comes back to after 3-D Secure; null if the app named no page. */
  returnUrl: string | null;
  /** The customer is not there, so 3-D Secure is a decline. */
  offSession: boolean;
}

/**
 * Refuses a change of an intent that has gone too far.
 * @throws ApiError 400 `payment_intent_unexpected_state`
 */
export function assertIntentStatus(
  account: Account,
  intent: PaymentIntentRow,
  action: "confirm" | "cancel" | "capture" | "update",
  allowed: PaymentIntentRow["status"][],
): void {
  if (intent._confirmation === undefined)
    throw invalidRequestError(
      `This PaymentIntent (${intent.id}) belongs to a Checkout Session or an Invoice. Use that to change it.`,
    );
  if (allowed.includes(intent.status)) return;
  throw new ApiError(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${past[action]}: ${allowed.join(", ")}.`,
    payment_intent: account.serialize("payment_intent", intent),
  });
}

const past = {
  confirm: "confirmed",
  cancel: "canceled",
  capture: "captured",
  update: "updated",
} as const;

/**
 * Charges the intent's payment method.
 * @throws ApiError 402 if the bank declines, with the intent; the failed charge is kept
 */
export function confirmPaymentIntent(
  account: Account,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  { returnUrl, offSession }: Confirmation,
): PaymentIntentRow {
  const confirmed = account.update("payment_intent", intent.id, {
    _confirmation: { returnUrl },
  });
  const decision = getBankDecision(method._private.number, {
    saving: false,
    authenticated: false,
    savedBefore: method.customer !== null,
  });
  switch (decision.kind) {
    case "approved":
      return settle(account, confirmed, method, false);
    case "challenge":
      if (offSession) throw declinedError(account, confirmed, method, authenticationRequired);
      return requireIntentAction(
        account,
        confirmed,
        method,
        `${account.serverUrl}/authenticate/${intent.id}`,
        returnUrl,
      );
    case "declined":
      throw declinedError(account, confirmed, method, decision.decline);
    // Only cards can be confirmed here.
    case "processing":
      throw invalidRequestError("This PaymentIntent takes cards only.", {
        param: "payment_method",
      });
  }
}

/** Completes or fails the 3-D Secure of an intent. A decline leaves the intent without a payment method. */
export function authenticatePaymentIntent(
  account: Account,
  intent: PaymentIntentRow,
  passed: boolean,
): PaymentIntentRow {
  const method = account.get("payment_method", intent.payment_method as string);
  if (!passed) return markIntentFailed(account, intent, method, authenticationFailed);
  const decision = getBankDecision(method._private.number, { saving: false, authenticated: true });
  return decision.kind === "declined"
    ? markIntentFailed(account, intent, method, decision.decline)
    : settle(account, intent, method, true);
}

function settle(
  account: Account,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  authenticated: boolean,
): PaymentIntentRow {
  if (intent.setup_future_usage && intent.customer)
    attachPaymentMethod(account, method, intent.customer as string);
  const settled = markIntentSucceeded(account, intent, method, authenticated);
  reportFraudForTestCard(account, settled, method);
  return settled;
}

function declinedError(
  account: Account,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  decline: Decline,
): ApiError {
  const failed = markIntentFailed(account, intent, method, decline);
  return cardError(
    decline,
    {
      charge: failed.latest_charge as string,
      payment_intent: account.serialize("payment_intent", failed),
      payment_method: account.serialize("payment_method", method),
    },
    { keepWork: true },
  );
}
