import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId, randomText } from "../protocol/ids.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { captureDelaySeconds } from "./balance-transaction.ts";
import { createCharge } from "./charge.ts";
import { openDispute } from "./dispute.ts";
import { warnOfFraud } from "./fraud.ts";
import { authenticationFailed, findTestCard, type Decline } from "./test-cards.ts";

interface IntentFields {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Stripe.Metadata;
  receiptEmail: string | null;
  setupFutureUsage: "off_session" | "on_session" | null;
  paymentMethodTypes: string[];
  statementDescriptor: string | null;
  /** Whether Link is the seller. */
  isManaged?: boolean;
}

/** Creates a payment intent that requires a payment method. */
export function createPaymentIntent(account: Account, fields: IntentFields): Stripe.PaymentIntent {
  const id = newId("payment_intent");
  const intent: Stripe.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(24)}`,
    confirmation_method: "automatic",
    created: account.clock.now(),
    currency: fields.currency,
    customer: fields.customer,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: fields.isManaged ? { enabled: true } : null,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: fields.paymentMethodTypes,
    payment_record: null,
    processing: null,
    receipt_email: fields.receiptEmail,
    review: null,
    setup_future_usage: fields.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: fields.statementDescriptor,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  return account.create("payment_intent", intent, "payment_intent.created");
}

/** Marks the intent as succeeded, with a charge. */
export function markIntentSucceeded(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const pending = intent.latest_charge
    ? account.objects.find("charge", intent.latest_charge as string)
    : undefined;
  const charge =
    pending?.status === "pending"
      ? account.update("charge", pending.id, { status: "succeeded", paid: true })
      : createCharge(account, intent, method, { status: "succeeded", authenticated });
  account.emit("charge.succeeded", "charge", charge);
  // Recorded: the dispute of a test card can arrive before the intent has succeeded.
  if (findTestCard(method._private.number)?.disputed) openDispute(account, charge.id, "fraudulent");
  account.schedule(account.clock.now() + captureDelaySeconds, "capture_charge", charge.id);
  const succeeded = account.update("payment_intent", intent.id, {
    status: "succeeded",
    amount_received: intent.amount,
    customer: intent.customer,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
  });
  account.emit("payment_intent.succeeded", "payment_intent", succeeded);
  return succeeded;
}

/** Reports fraud if the test card is one that always causes it. Call it after the session is completed. */
export function reportFraudForTestCard(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
): void {
  const card = findTestCard(method._private.number);
  const charge = intent.latest_charge as string;
  if (card?.reportedAsFraud) warnOfFraud(account, charge, "made_with_stolen_card");
}

/** Marks a debit as processing until the bank answers. */
export function markIntentProcessing(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
): Stripe.PaymentIntent {
  const charge = createCharge(account, intent, method, { status: "pending", authenticated: false });
  account.emit("charge.pending", "charge", charge);
  const processing = account.update("payment_intent", intent.id, {
    status: "processing",
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  account.emit("payment_intent.processing", "payment_intent", processing);
  return processing;
}

/** Marks the intent as requiring 3-D Secure at `url`. */
export function requireIntentAction(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  url: string,
): Stripe.PaymentIntent {
  const waiting = account.update("payment_intent", intent.id, {
    status: "requires_action",
    payment_method: method.id,
    next_action: { type: "redirect_to_url", redirect_to_url: { url, return_url: url } },
  });
  account.emit("payment_intent.requires_action", "payment_intent", waiting);
  return waiting;
}

/** Marks the attempt as failed. The intent requires another method. If the bank declined, there is a failed charge. */
export function markIntentFailed(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  decline: Decline,
): Stripe.PaymentIntent {
  const pending = intent.latest_charge
    ? account.objects.find("charge", intent.latest_charge as string)
    : undefined;
  const reachedBank = decline.code !== authenticationFailed.code;
  const charge =
    pending?.status === "pending"
      ? account.update("charge", pending.id, {
          status: "failed",
          failure_code: decline.code,
          failure_message: decline.message,
        })
      : reachedBank
        ? createCharge(account, intent, method, { status: "failed", authenticated: false, decline })
        : undefined;
  if (charge) account.emit("charge.failed", "charge", charge);
  const failed = account.update("payment_intent", intent.id, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    processing: null,
    latest_charge: charge?.id ?? intent.latest_charge,
    last_payment_error: {
      type: reachedBank ? "card_error" : "invalid_request_error",
      code: decline.code as Stripe.PaymentIntent.LastPaymentError.Code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      ...(charge && { charge: charge.id }),
      message: decline.message,
      payment_method: account.serialize("payment_method", method) as Stripe.PaymentMethod,
    },
  });
  account.emit("payment_intent.payment_failed", "payment_intent", failed);
  return failed;
}
