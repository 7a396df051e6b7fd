import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId, randomText } from "../protocol/ids.ts";
import type { PaymentMethodRow, SetupIntentRow } from "../store/rows.ts";
import { toNextAction } from "./payment-intent.ts";
import { authenticationFailed, type Decline } from "./test-cards.ts";

/** Creates a setup intent that requires a payment method. */
export function createSetupIntent(
  account: Account,
  fields: Pick<
    Stripe.SetupIntent,
    "customer" | "description" | "metadata" | "payment_method_types"
  > &
    Partial<SetupIntentRow>,
): SetupIntentRow {
  const id = newId("setup_intent");
  const intent: SetupIntentRow = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(24)}`,
    created: account.clock.now(),
    customer_account: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: "off_session",
    ...fields,
  };
  return account.create("setup_intent", intent, "setup_intent.created");
}

/** Marks the setup intent as succeeded. */
export function markSetupSucceeded(account: Account, id: string, method: PaymentMethodRow): void {
  const intent = account.update("setup_intent", id, {
    status: "succeeded",
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  });
  account.emit("setup_intent.succeeded", "setup_intent", intent);
}

/** Marks the setup intent as requiring 3-D Secure at `url`. */
export function requireSetupAction(
  account: Account,
  id: string,
  method: PaymentMethodRow,
  url: string,
  returnUrl: string | null = url,
): void {
  const intent = account.update("setup_intent", id, {
    status: "requires_action",
    payment_method: method.id,
    next_action: toNextAction(url, returnUrl),
  });
  account.emit("setup_intent.requires_action", "setup_intent", intent);
}

/** Marks the attempt as failed. The setup intent requires another method. */
export function markSetupFailed(
  account: Account,
  id: string,
  method: PaymentMethodRow,
  decline: Decline,
): void {
  const reachedBank = decline.code !== authenticationFailed.code;
  const intent = account.update("setup_intent", id, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: reachedBank ? "card_error" : "invalid_request_error",
      code: decline.code as Stripe.SetupIntent.LastSetupError.Code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      message: decline.message,
      payment_method: account.serialize("payment_method", method) as Stripe.PaymentMethod,
    },
  });
  account.emit("setup_intent.setup_failed", "setup_intent", intent);
}

/** Cancels a setup intent, by default as abandoned. */
export function cancelSetupIntent(
  account: Account,
  id: string,
  reason: Stripe.SetupIntent.CancellationReason | null = "abandoned",
): void {
  const intent = account.update("setup_intent", id, {
    status: "canceled",
    cancellation_reason: reason,
    next_action: null,
  });
  account.emit("setup_intent.canceled", "setup_intent", intent);
}
