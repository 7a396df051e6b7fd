import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId, randomText } from "../protocol/ids.ts";
import type { PaymentIntentRow, PaymentMethodRow, SetupIntentRow } from "../store/rows.ts";
import { captureCharge, captureDelaySeconds } from "./balance-transaction.ts";
import { createCharge } from "./charge.ts";
import { openDispute } from "./dispute.ts";
import { warnOfFraud } from "./fraud.ts";
import { authenticationFailed, findTestCard, type Decline } from "./test-cards.ts";

/** How long a bank holds an amount that nobody captures. */
export const authorizationSeconds = 7 * 86_400;

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
  /** What a program asked for that Checkout and invoices don't. */
  requested?: Partial<PaymentIntentRow>;
}

/** Returns the ways to pay of the dashboard, which are offered unless a program turns them off. */
export function toAutomaticMethods(
  given: { enabled: boolean; allow_redirects?: "always" | "never" | undefined } | undefined,
): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  if (given?.enabled === false) return null;
  return { allow_redirects: given?.allow_redirects ?? "always", enabled: true };
}

/**
 * Requires a page to come back to if the customer may have to leave the app's page, as some ways to pay of the dashboard
 * ask for. A program that allows cards only has none of them.
 * @throws ApiError 400
 */
export function assertReturnUrl(
  intent: PaymentIntentRow | SetupIntentRow,
  returnUrl: string | undefined,
): void {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = intent;
  if (returnUrl !== undefined || allowed || !automatic) return;
  if (automatic.allow_redirects === "never") return;
  const noun = intent.object === "payment_intent" ? "PaymentIntent" : "SetupIntent";
  throw invalidRequestError(
    `This ${noun} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
  );
}

/** Creates a payment intent that requires a payment method. */
export function createPaymentIntent(account: Account, fields: IntentFields): PaymentIntentRow {
  const id = newId("payment_intent");
  const intent: PaymentIntentRow = {
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
    ...fields.requested,
  };
  return account.create("payment_intent", intent, "payment_intent.created");
}

/**
 * Marks the intent as succeeded, with a charge. One that is captured by hand is only authorized: the bank holds its
 * amount for a week.
 */
export function markIntentSucceeded(
  account: Account,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  authenticated: boolean,
): PaymentIntentRow {
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
  const isAuthorized = intent.capture_method === "manual";
  const now = account.clock.now();
  if (isAuthorized) account.schedule(now + authorizationSeconds, "expire_authorization", intent.id);
  else if (intent.capture_method === "automatic") captureCharge(account, charge.id);
  else account.schedule(now + captureDelaySeconds, "capture_charge", charge.id);
  const succeeded = account.update("payment_intent", intent.id, {
    status: isAuthorized ? "requires_capture" : "succeeded",
    amount_capturable: isAuthorized ? intent.amount : 0,
    amount_received: isAuthorized ? 0 : intent.amount,
    customer: intent.customer,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
  });
  account.emit(
    isAuthorized ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded",
    "payment_intent",
    succeeded,
  );
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

/**
 * Returns what the customer must do: 3-D Secure at `url`. Without a page to come back to, Stripe's script in a browser
 * would show it.
 */
export function toNextAction(url: string, returnUrl: string | null) {
  return returnUrl === null
    ? {
        type: "use_stripe_sdk" as const,
        use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url },
      }
    : {
        type: "redirect_to_url" as const,
        redirect_to_url: { url, return_url: returnUrl },
      };
}

/** Marks the intent as requiring 3-D Secure at `url`. */
export function requireIntentAction(
  account: Account,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  url: string,
  returnUrl: string | null = url,
): PaymentIntentRow {
  const waiting = account.update("payment_intent", intent.id, {
    status: "requires_action",
    payment_method: method.id,
    next_action: toNextAction(url, returnUrl),
  });
  account.emit("payment_intent.requires_action", "payment_intent", waiting);
  return waiting;
}

/** Marks the attempt as failed. The intent requires another method. If the bank declined, there is a failed charge. */
export function markIntentFailed(
  account: Account,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  decline: Decline,
): PaymentIntentRow {
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
