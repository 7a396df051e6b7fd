import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { assertSameCurrency } from "../billing/assert-same-currency.ts";
import { isChargeableAmount } from "../money.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { emptyAddress } from "../protocol/params.ts";
import {
  createPaymentIntent,
  markIntentFailed,
  requireIntentAction,
  markIntentProcessing,
  markIntentSucceeded,
} from "../payments/payment-intent.ts";
import { createPaymentMethod, type PaymentDetails } from "../payments/payment-method.ts";
import {
  createSetupIntent,
  markSetupFailed,
  markSetupSucceeded,
  requireSetupAction,
} from "../payments/setup-intent.ts";
import { authenticationFailed, getBankDecision, type Decline } from "../payments/test-cards.ts";
import type { PaymentMethodRow, SessionRow } from "../store/rows.ts";
import { buildCustomer } from "../catalog/build-customer.ts";
import { completeSession } from "./complete-session.ts";
import { isManaged } from "./managed-payments.ts";
import { collectsAddress, testAddress } from "./session-tax.ts";
import { recomputeTotals } from "./totals.ts";
import { getAmountDueNow, listSessionLines } from "./session-lines.ts";

/** The result of a payment attempt. After a decline the session is still open. */
export type PayResult =
  | { kind: "completed"; session: SessionRow }
  | { kind: "authenticate"; session: SessionRow; url: string }
  | { kind: "declined"; session: SessionRow; decline: Decline };

export interface Payer {
  /** Null if no payment method is required. */
  details: PaymentDetails | null;
  name: string | null;
  email: string | null;
  /** A billing address. If the session asks for one and none is given, it is one in the United States. */
  address?: Partial<Stripe.Address> | undefined;
  /** A VAT id, if the session asks for one. */
  taxId?: string | null | undefined;
}

/** Returns whether a payment method is required: something is due now, or can be later. */
export function requiresPaymentMethod(session: SessionRow): boolean {
  return (
    session.mode === "setup" ||
    (session.amount_total ?? 0) > 0 ||
    (session.mode === "subscription" && session.payment_method_collection === "always")
  );
}

/**
 * Pays an open session.
 * @throws ApiError 400 if it is not open, the payment method is missing, or the customer has got a subscription in
 *   another currency since it was created
 */
export function payCheckoutSession(account: Account, sessionId: string, payer: Payer): PayResult {
  const open = getOpenSession(account, sessionId);
  assertPayableCurrency(account, open);
  const session = enterTaxDetails(account, open, payer);
  if (!requiresPaymentMethod(session)) {
    return {
      kind: "completed",
      session: completeSession(account, session, {
        ...payer,
        method: null,
        intent: null,
        customer: getOrCreateCustomer(account, session, payer),
      }),
    };
  }
  if (!payer.details) throw invalidRequestError("A payment method is required.", { param: "card" });
  const method = createPaymentMethod(account, { ...payer.details, address: payer.address });
  return attemptPayment(account, session, method, payer, { authenticated: false });
}

/** Stores the address and tax id that were entered, and computes the tax at that address. */
function enterTaxDetails(
  account: Account,
  session: SessionRow,
  { address, taxId }: Pick<Payer, "address" | "taxId">,
): SessionRow {
  const entersTaxId = session.tax_id_collection?.enabled && taxId;
  if (!collectsAddress(session) && !entersTaxId) return session;
  const { automatic_tax: tax } = session;
  account.update("checkout.session", session.id, {
    automatic_tax: { ...tax, ...(tax.enabled && { status: "complete" }) },
    _private: {
      ...session._private,
      ...(collectsAddress(session) && {
        address: address ? { ...emptyAddress, ...address } : testAddress,
      }),
      ...(entersTaxId && { taxId }),
    },
  });
  return session.mode === "setup"
    ? account.get("checkout.session", session.id)
    : recomputeTotals(account, session.id);
}

/** Completes or fails 3-D Secure. @throws ApiError 400 if the session is not waiting for it */
export function authenticateSession(
  account: Account,
  sessionId: string,
  passed: boolean,
): PayResult {
  const session = getOpenSession(account, sessionId);
  assertPayableCurrency(account, session);
  const pendingAttempt = session._private.attempt;
  if (!pendingAttempt)
    throw invalidRequestError("This Checkout Session is not waiting for authentication.");
  const method = account.get("payment_method", pendingAttempt.method);
  if (passed)
    return attemptPayment(account, session, method, pendingAttempt, { authenticated: true });
  if (pendingAttempt.intent)
    markIntentFailed(
      account,
      account.get("payment_intent", pendingAttempt.intent),
      method,
      authenticationFailed,
    );
  if (pendingAttempt.setup)
    markSetupFailed(account, pendingAttempt.setup, method, authenticationFailed);
  return { kind: "declined", session, decline: authenticationFailed };
}

/** @throws ApiError 400 if the session's subscription would be the customer's second currency */
function assertPayableCurrency(account: Account, { mode, customer, currency }: SessionRow): void {
  if (mode === "subscription" && customer && currency)
    assertSameCurrency(account, customer as string, currency);
}

function attemptPayment(
  account: Account,
  session: SessionRow,
  method: PaymentMethodRow,
  payer: Pick<Payer, "name" | "email">,
  { authenticated }: { authenticated: boolean },
): PayResult {
  const total = session.amount_total ?? 0;
  const decision = getBankDecision(method._private.number, { saving: total === 0, authenticated });
  const isAccepted = decision.kind === "approved" || decision.kind === "processing";
  // Stripe creates the customer of a guest only after a successful payment.
  const customer = isAccepted
    ? getOrCreateCustomer(account, session, payer)
    : (session.customer as string | null);
  const intent = total === 0 ? null : getOrCreateSessionIntent(account, session, customer);
  const setup = total === 0 ? getOrCreateSessionSetup(account, session, customer) : null;
  const sessionWithAttempt = storeAttempt(account, session, {
    intent: intent?.id ?? null,
    setup,
    method: method.id,
    name: payer.name,
    email: payer.email,
  });

  switch (decision.kind) {
    case "challenge": {
      const url = `${account.serverUrl}/checkout/${session.id}/authenticate`;
      if (intent) requireIntentAction(account, intent, method, url);
      if (setup) requireSetupAction(account, setup, method, url);
      return { kind: "authenticate", session: sessionWithAttempt, url };
    }
    case "declined":
      if (intent) markIntentFailed(account, intent, method, decision.decline);
      if (setup) markSetupFailed(account, setup, method, decision.decline);
      return { kind: "declined", session: sessionWithAttempt, decline: decision.decline };
    case "processing":
      return {
        kind: "completed",
        session: completeSession(account, sessionWithAttempt, {
          ...payer,
          method,
          customer,
          intent: markIntentProcessing(account, intent!, method),
        }),
      };
    case "approved":
      if (setup && setup !== session.setup_intent) markSetupSucceeded(account, setup, method);
      return {
        kind: "completed",
        session: completeSession(account, sessionWithAttempt, {
          ...payer,
          method,
          customer,
          intent: intent && markIntentSucceeded(account, intent, method, authenticated),
        }),
      };
  }
}

/**
 * Applies the amount or quantities that the customer chose, where the session allows a choice.
 * @throws ApiError 400 with a message for the form
 */
export function applyCustomerChoices(
  account: Account,
  sessionId: string,
  choice: { amount?: number | undefined; quantities?: Record<string, number> | undefined },
): SessionRow {
  const session = getOpenSession(account, sessionId);
  if (session.mode === "setup") return session;
  const trial = hasTrial(session);
  for (const { row, price } of listSessionLines(account, sessionId)) {
    const bounds = price.custom_unit_amount;
    if (bounds && choice.amount !== undefined) {
      if (choice.amount < (bounds.minimum ?? 0))
        throw invalidRequestError("This amount is too small.", {
          code: "amount_too_small",
          param: "amount",
        });
      if (bounds.maximum !== null && choice.amount > bounds.maximum)
        throw invalidRequestError("This amount is too large.", {
          code: "amount_too_large",
          param: "amount",
        });
    }
    if (bounds && choice.amount !== undefined && !isChargeableAmount(choice.amount, price.currency))
      throw invalidRequestError("This amount is not evenly divisible by 10.", { param: "amount" });
    const wanted = row.adjustable_quantity?.enabled ? choice.quantities?.[row.id] : undefined;
    if (
      wanted !== undefined &&
      (wanted < (row.adjustable_quantity?.minimum ?? 1) ||
        wanted > (row.adjustable_quantity?.maximum ?? 99))
    ) {
      throw invalidRequestError(
        `Choose between ${row.adjustable_quantity?.minimum} and ${row.adjustable_quantity?.maximum}.`,
        { param: "quantity" },
      );
    }
    const quantity = wanted ?? row.quantity ?? 1;
    const amount =
      bounds && choice.amount === undefined
        ? row.amount_subtotal
        : getAmountDueNow(price, quantity, { trial, chosen: choice.amount });
    account.update("item", row.id, { quantity, amount_subtotal: amount });
  }
  return recomputeTotals(account, sessionId);
}

export function hasTrial({ _private: { subscription_data: data } }: SessionRow): boolean {
  return data !== null && (data.trial_end !== null || data.trial_period_days !== null);
}

function getOpenSession(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  if (session.status === "open") return session;
  throw invalidRequestError(
    session.status === "expired"
      ? "This Checkout Session has expired."
      : "This Checkout Session has already been completed.",
    {
      code: "checkout_session_not_open",
    },
  );
}

/** Returns the session's customer. Creates one for a guest if the session always creates a customer. */
function getOrCreateCustomer(
  account: Account,
  session: SessionRow,
  { name, email }: Pick<Payer, "name" | "email">,
): string | null {
  if (session.customer) return session.customer as string;
  if (session.customer_creation !== "always") return null;
  return account.create("customer", { ...buildCustomer(account), name, email }, "customer.created")
    .id;
}

/** Returns the session's payment intent. All attempts share one. */
function getOrCreateSessionIntent(
  account: Account,
  session: SessionRow,
  customer: string | null,
): Stripe.PaymentIntent {
  const known = session._private.attempt?.intent;
  if (known)
    return account.update("payment_intent", known, { amount: session.amount_total ?? 0, customer });
  const data = session._private.payment_intent_data;
  return createPaymentIntent(account, {
    amount: session.amount_total ?? 0,
    currency: session.currency!,
    customer,
    description:
      data.description ?? (session.mode === "subscription" ? "Subscription creation" : null),
    metadata: data.metadata,
    receiptEmail: data.receipt_email,
    setupFutureUsage: session.mode === "subscription" ? "off_session" : data.setup_future_usage,
    paymentMethodTypes: session.payment_method_types,
    statementDescriptor: data.statement_descriptor,
    isManaged: isManaged(session),
  });
}

/**
 * Returns the setup intent that saves the card: the session's own in setup mode, or that of a subscription with nothing
 * due now. The session doesn't name the latter, but the lists of setup intents have it. All attempts share one.
 */
function getOrCreateSessionSetup(
  account: Account,
  session: SessionRow,
  customer: string | null,
): string {
  const known = (session.setup_intent as string | null) ?? session._private.attempt?.setup;
  return (
    known ??
    createSetupIntent(account, {
      customer,
      description: session.mode === "subscription" ? "Subscription creation" : null,
      metadata: {},
      payment_method_types: session.payment_method_types,
    }).id
  );
}

function storeAttempt(
  account: Account,
  session: SessionRow,
  attempt: NonNullable<SessionRow["_private"]["attempt"]>,
): SessionRow {
  return account.update("checkout.session", session.id, {
    ...(session.mode === "payment" && { payment_intent: attempt.intent }),
    _private: { ...session._private, attempt },
  });
}
