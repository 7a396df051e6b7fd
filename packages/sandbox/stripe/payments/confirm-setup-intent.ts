import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { PaymentMethodRow, SetupIntentRow } from "../store/rows.ts";
import { cardError } from "./card-error.ts";
import { attachPaymentMethod } from "./payment-method.ts";
import { markSetupFailed, markSetupSucceeded, requireSetupAction } from "./setup-intent.ts";
import { authenticationFailed, getBankDecision } from "./test-cards.ts";

/**
 * Refuses a change of a setup intent that has gone too far.
 * @throws ApiError 400 `setup_intent_unexpected_state`
 */
export function assertSetupStatus(
  intent: SetupIntentRow,
  action: "confirm" | "cancel" | "update",
  allowed: SetupIntentRow["status"][],
): void {
  if (intent._confirmation === undefined)
    throw invalidRequestError(
      `This SetupIntent (${intent.id}) belongs to a Checkout Session. Use that to change it.`,
    );
  if (!allowed.includes(intent.status))
    throw invalidRequestError(
      `You cannot ${action} this SetupIntent because it has a status of ${intent.status}.`,
      { code: "setup_intent_unexpected_state" },
    );
}

/**
 * Asks the bank whether the payment method may be saved, and attaches it to the customer.
 * @param returnUrl where the customer comes back to after 3-D Secure; null if the app named no page
 * @throws ApiError 402 if the bank declines
 */
export function confirmSetupIntent(
  account: Account,
  intent: SetupIntentRow,
  method: PaymentMethodRow,
  returnUrl: string | null,
): SetupIntentRow {
  account.update("setup_intent", intent.id, { _confirmation: { returnUrl } });
  const decision = getBankDecision(method._private.number, { saving: true, authenticated: false });
  if (decision.kind === "challenge")
    requireSetupAction(
      account,
      intent.id,
      method,
      `${account.serverUrl}/authenticate/${intent.id}`,
      returnUrl,
    );
  else if (decision.kind === "declined") {
    markSetupFailed(account, intent.id, method, decision.decline);
    throw cardError(
      decision.decline,
      {
        payment_method: account.serialize("payment_method", method),
        setup_intent: account.serialize("setup_intent", account.get("setup_intent", intent.id)),
      },
      { keepWork: true },
    );
  } else save(account, intent, method);
  return account.get("setup_intent", intent.id);
}

/** Completes or fails the 3-D Secure of a setup intent. */
export function authenticateSetupIntent(
  account: Account,
  intent: SetupIntentRow,
  passed: boolean,
): SetupIntentRow {
  const method = account.get("payment_method", intent.payment_method as string);
  if (passed) save(account, intent, method);
  else markSetupFailed(account, intent.id, method, authenticationFailed);
  return account.get("setup_intent", intent.id);
}

function save(account: Account, intent: SetupIntentRow, method: PaymentMethodRow): void {
  if (intent.customer) attachPaymentMethod(account, method, intent.customer as string);
  markSetupSucceeded(account, intent.id, method);
}
