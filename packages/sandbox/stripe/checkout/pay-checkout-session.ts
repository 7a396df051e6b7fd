import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { isChargeable } from "../billing/money.ts";
import { invalid } from "../protocol/errors.ts";
import {
  createIntent,
  failIntent,
  requireAction,
  startProcessing,
  succeedIntent,
} from "../payments/payment-intent.ts";
import { makePaymentMethod, type PaymentDetails } from "../payments/payment-method.ts";
import { failSetup, requireSetupAction } from "../payments/setup-intent.ts";
import { authenticationFailed, judge, type Decline } from "../payments/test-cards.ts";
import type { PaymentMethodRow, SessionRow } from "../store/rows.ts";
import { newCustomer } from "../catalog/build-customer.ts";
import { completeSession } from "./complete-session.ts";
import { retotal } from "./totals.ts";
import { dueNow, readLines } from "./session-lines.ts";

/** What pressing "Pay" led to. After a decline the session is still open. */
export type PayResult =
  | { kind: "completed"; session: SessionRow }
  | { kind: "authenticate"; session: SessionRow; url: string }
  | { kind: "declined"; session: SessionRow; decline: Decline };

export interface Payer {
  /** Null when nothing is to be paid and no method is wanted. */
  details: PaymentDetails | null;
  name: string | null;
  email: string | null;
}

/** A method is asked for unless nothing is due now and later. */
export function wantsPaymentMethod(session: SessionRow): boolean {
  return (
    session.mode === "setup" ||
    (session.amount_total ?? 0) > 0 ||
    (session.mode === "subscription" && session.payment_method_collection === "always")
  );
}

/** The buyer presses "Pay". */
export function paySession(account: Account, sessionId: string, payer: Payer): PayResult {
  const session = openSession(account, sessionId);
  if (!wantsPaymentMethod(session)) {
    return {
      kind: "completed",
      session: completeSession(account, session, {
        ...payer,
        method: null,
        intent: null,
        customer: customerFor(account, session, payer),
      }),
    };
  }
  if (!payer.details) throw invalid("A payment method is required.", { param: "card" });
  const method = makePaymentMethod(account, payer.details);
  return attempt(account, session, method, payer, { authenticated: false });
}

/** The buyer answers on the 3-D Secure page. */
export function authenticateSession(
  account: Account,
  sessionId: string,
  passed: boolean,
): PayResult {
  const session = openSession(account, sessionId);
  const waiting = session._private.attempt;
  if (!waiting) throw invalid("This Checkout Session is not waiting for authentication.");
  const method = account.get("payment_method", waiting.method);
  if (passed) return attempt(account, session, method, waiting, { authenticated: true });
  if (waiting.intent)
    failIntent(
      account,
      account.get("payment_intent", waiting.intent),
      method,
      authenticationFailed,
    );
  if (session.setup_intent)
    failSetup(account, session.setup_intent as string, method, authenticationFailed);
  return { kind: "declined", session, decline: authenticationFailed };
}

function attempt(
  account: Account,
  session: SessionRow,
  method: PaymentMethodRow,
  payer: Pick<Payer, "name" | "email">,
  { authenticated }: { authenticated: boolean },
): PayResult {
  const total = session.amount_total ?? 0;
  const setup = session.setup_intent as string | null;
  const verdict = judge(method._private.number, { saving: total === 0, authenticated });
  const settled = verdict.kind === "approved" || verdict.kind === "processing";
  // Stripe makes a customer of a guest only once the payment went through.
  const customer = settled
    ? customerFor(account, session, payer)
    : (session.customer as string | null);
  const intent = total === 0 ? null : intentFor(account, session, customer);
  const waiting = remember(account, session, {
    intent: intent?.id ?? null,
    method: method.id,
    name: payer.name,
    email: payer.email,
  });

  switch (verdict.kind) {
    case "challenge": {
      const url = `${account.serverUrl}/checkout/${session.id}/authenticate`;
      if (intent) requireAction(account, intent, method, url);
      if (setup) requireSetupAction(account, setup, method, url);
      return { kind: "authenticate", session: waiting, url };
    }
    case "declined":
      if (intent) failIntent(account, intent, method, verdict.decline);
      if (setup) failSetup(account, setup, method, verdict.decline);
      return { kind: "declined", session: waiting, decline: verdict.decline };
    case "processing":
      return {
        kind: "completed",
        session: completeSession(account, waiting, {
          ...payer,
          method,
          customer,
          intent: startProcessing(account, intent!, method),
        }),
      };
    case "approved":
      return {
        kind: "completed",
        session: completeSession(account, waiting, {
          ...payer,
          method,
          customer,
          intent: intent && succeedIntent(account, intent, method, authenticated),
        }),
      };
  }
}

/** A buyer's own amount or quantity, where the session leaves the choice; refused with the words for the form. */
export function choose(
  account: Account,
  sessionId: string,
  choice: { amount?: number | undefined; quantities?: Record<string, number> | undefined },
): SessionRow {
  const session = openSession(account, sessionId);
  if (session.mode === "setup") return session;
  const trial = isTrial(session);
  for (const { row, price } of readLines(account, sessionId)) {
    const bounds = price.custom_unit_amount;
    if (bounds && choice.amount !== undefined) {
      if (choice.amount < (bounds.minimum ?? 0))
        throw invalid("This amount is too small.", { code: "amount_too_small", param: "amount" });
      if (bounds.maximum !== null && choice.amount > bounds.maximum)
        throw invalid("This amount is too large.", { code: "amount_too_large", param: "amount" });
    }
    if (bounds && choice.amount !== undefined && !isChargeable(choice.amount, price.currency))
      throw invalid("This amount is not evenly divisible by 10.", { param: "amount" });
    const wanted = row.adjustable_quantity?.enabled ? choice.quantities?.[row.id] : undefined;
    if (
      wanted !== undefined &&
      (wanted < (row.adjustable_quantity?.minimum ?? 1) ||
        wanted > (row.adjustable_quantity?.maximum ?? 99))
    ) {
      throw invalid(
        `Choose between ${row.adjustable_quantity?.minimum} and ${row.adjustable_quantity?.maximum}.`,
        { param: "quantity" },
      );
    }
    const quantity = wanted ?? row.quantity ?? 1;
    const amount =
      bounds && choice.amount === undefined
        ? row.amount_subtotal
        : dueNow(price, quantity, { trial, chosen: choice.amount });
    account.change("item", row.id, { quantity, amount_subtotal: amount });
  }
  return retotal(account, sessionId);
}

export function isTrial({ _private: { subscription_data: data } }: SessionRow): boolean {
  return data !== null && (data.trial_end !== null || data.trial_period_days !== null);
}

function openSession(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  if (session.status === "open") return session;
  throw invalid(
    session.status === "expired"
      ? "This Checkout Session has expired."
      : "This Checkout Session has already been completed.",
    {
      code: "checkout_session_not_open",
    },
  );
}

/** The customer of the session, made for a guest where the session wants one. */
function customerFor(
  account: Account,
  session: SessionRow,
  { name, email }: Pick<Payer, "name" | "email">,
): string | null {
  if (session.customer) return session.customer as string;
  if (session.customer_creation !== "always") return null;
  return account.create("customer", { ...newCustomer(account), name, email }, "customer.created")
    .id;
}

/** One payment intent per session, however often the buyer tries. */
function intentFor(
  account: Account,
  session: SessionRow,
  customer: string | null,
): Stripe.PaymentIntent {
  const known = session._private.attempt?.intent;
  if (known)
    return account.change("payment_intent", known, { amount: session.amount_total ?? 0, customer });
  const data = session._private.payment_intent_data;
  return createIntent(account, {
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
  });
}

function remember(
  account: Account,
  session: SessionRow,
  attempt: NonNullable<SessionRow["_private"]["attempt"]>,
): SessionRow {
  return account.change("checkout.session", session.id, {
    ...(session.mode === "payment" && { payment_intent: attempt.intent }),
    _private: { ...session._private, attempt },
  });
}
