import type Stripe from "stripe";
import { fromStripeTime, MINUTE } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import type { CheckoutFactsRow } from "./story.query.ts";
import { idOf } from "../../stripe/references.ts";

/** A failed attempt to pay a checkout. The codes are Stripe's, including unknown ones. Amounts in minor units. */
export type FailedAttempt = {
  /** Stripe's id of the charge, or of the payment where the bank was never asked. */
  id: string;
  /** Where it is in Stripe's dashboard, e.g. `payments/pi_…`. */
  stripePath: string;
  code: string | null;
  /** Why the bank or Stripe's fraud check declined, for example `insufficient_funds`. */
  declineCode: string | null;
  /** Stripe's fraud check stopped it, and the bank was never asked. */
  isBlocked: boolean;
  /** Stripe's sentence for the buyer. */
  message: string | null;
  card: { brand: string | null; last4: string | null } | null;
  amountMinor: number;
  currency: string;
  at: number;
};

/** What Stripe knows of the payment of a checkout. `needsAction`: the buyer has to confirm it with the bank. */
export type CheckoutAttempts = {
  /** Newest first. */
  failed: FailedAttempt[];
  needsAction: boolean;
};

/** Everything of one customer at Stripe that shows attempts to pay. The lists are Stripe's, newest first. */
export type StripeFacts = {
  sessions: Stripe.Checkout.Session[];
  intents: Stripe.PaymentIntent[];
  /** They save the cards of free trials, which charge nothing. */
  setups: Stripe.SetupIntent[];
  charges: Stripe.Charge[];
  /** With their payments expanded. */
  invoices: Stripe.Invoice[];
};

type Checkout = Pick<
  CheckoutFactsRow,
  | "id"
  | "stripeSessionId"
  | "stripeSubscriptionId"
  | "interval"
  | "trialDays"
  | "currency"
  | "createdAt"
  | "expiresAt"
>;

/** How far our clock and Stripe's may differ. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE;

/**
 * Assigns the failed payments at Stripe to the checkouts that they were for. A one-time payment names its checkout. The
 * first payment of a subscription names nothing until it succeeds, and the card of a free trial never does: they belong
 * to the latest such checkout that was open then, unless an invoice has the payment.
 */
export function mapAttempts(
  checkouts: Checkout[],
  facts: StripeFacts,
): Map<string, CheckoutAttempts> {
  const invoiceOf = new Map(
    facts.invoices.flatMap((invoice) =>
      (invoice.payments?.data ?? []).flatMap(({ payment }) => {
        const intentId = idOf(payment.payment_intent ?? null);
        return intentId === null ? [] : [[intentId, invoice] as const];
      }),
    ),
  );
  const attempts = new Map<string, CheckoutAttempts>();
  const add = (checkoutId: string, failed: FailedAttempt[], needsAction: boolean) => {
    const before = attempts.get(checkoutId) ?? { failed: [], needsAction: false };
    attempts.set(checkoutId, {
      failed: [...before.failed, ...failed].toSorted((a, b) => b.at - a.at),
      needsAction: before.needsAction || needsAction,
    });
  };
  for (const intent of facts.intents) {
    const checkout = findCheckout(checkouts, facts, intent, invoiceOf.get(intent.id));
    if (!checkout) continue;
    add(checkout.id, listFailed(intent, facts.charges), intent.status === "requires_action");
  }
  for (const setup of facts.setups) {
    const checkout = findLatestOpen(checkouts, setup.created, ({ trialDays }) => trialDays > 0);
    if (checkout)
      add(checkout.id, toFailedSetup(setup, checkout.currency), setup.status === "requires_action");
  }
  return attempts;
}

function findCheckout(
  checkouts: Checkout[],
  { sessions }: StripeFacts,
  intent: Stripe.PaymentIntent,
  invoice: Stripe.Invoice | undefined,
): Checkout | undefined {
  const { checkoutId } = fromMetadata(intent.metadata);
  if (checkoutId) return checkouts.find(({ id }) => id === checkoutId);
  const session = sessions.find(({ payment_intent: own }) => idOf(own) === intent.id);
  if (session) return checkouts.find(({ stripeSessionId }) => stripeSessionId === session.id);
  if (invoice) {
    const subscription = idOf(invoice.parent?.subscription_details?.subscription ?? null);
    return invoice.billing_reason === "subscription_create" && subscription !== null
      ? checkouts.find(({ stripeSubscriptionId }) => stripeSubscriptionId === subscription)
      : undefined;
  }
  return findLatestOpen(
    checkouts,
    intent.created,
    ({ interval, currency }) => interval !== null && currency === intent.currency,
  );
}

/** Returns the latest of these checkouts that was open at a time (Unix seconds). */
function findLatestOpen(
  checkouts: Checkout[],
  created: number,
  isPossible: (checkout: Checkout) => boolean,
): Checkout | undefined {
  const at = fromStripeTime(created) ?? 0;
  return checkouts
    .filter(
      (checkout) =>
        isPossible(checkout) &&
        checkout.createdAt - CLOCK_TOLERANCE_MS <= at &&
        at <= checkout.expiresAt + CLOCK_TOLERANCE_MS,
    )
    .toSorted((a, b) => b.createdAt - a.createdAt)[0];
}

/** A card that could not be saved. Stripe keeps only the latest error of a setup intent. */
function toFailedSetup(setup: Stripe.SetupIntent, currency: string): FailedAttempt[] {
  const error = setup.last_setup_error;
  if (!error) return [];
  return [
    {
      id: setup.id,
      stripePath: `setup_intents/${setup.id}`,
      code: error.code ?? null,
      declineCode: error.decline_code ?? null,
      isBlocked: false,
      message: error.message ?? null,
      card: toCard(error.payment_method?.card),
      amountMinor: 0,
      currency,
      at: fromStripeTime(setup.created) ?? 0,
    },
  ];
}

function listFailed(intent: Stripe.PaymentIntent, charges: Stripe.Charge[]): FailedAttempt[] {
  const { last_payment_error: error } = intent;
  const failed = charges
    .filter((charge) => idOf(charge.payment_intent) === intent.id && charge.status === "failed")
    .map((charge): FailedAttempt => {
      const isLatest = error?.charge === charge.id;
      return {
        ...toCommon(intent),
        id: charge.id,
        code: charge.failure_code,
        declineCode: (isLatest ? error.decline_code : undefined) ?? charge.outcome?.reason ?? null,
        isBlocked: charge.outcome?.type === "blocked",
        message: charge.failure_message,
        card: toCard(charge.payment_method_details?.card),
        at: fromStripeTime(charge.created) ?? 0,
      };
    });
  // Without a charge, the bank was never asked: the buyer did not pass 3-D Secure, for example.
  if (!error || error.charge) return failed;
  return [
    {
      ...toCommon(intent),
      id: intent.id,
      code: error.code ?? null,
      declineCode: error.decline_code ?? null,
      isBlocked: false,
      message: error.message ?? null,
      card: toCard(error.payment_method?.card),
      // Stripe does not say when. It was after the attempts that have a charge.
      at: Math.max(fromStripeTime(intent.created) ?? 0, ...failed.map(({ at }) => at)),
    },
    ...failed,
  ];
}

const toCommon = ({ id, amount, currency }: Stripe.PaymentIntent) => ({
  stripePath: `payments/${id}`,
  amountMinor: amount,
  currency,
});

function toCard(
  card: { brand: string | null; last4: string | null } | null | undefined,
): FailedAttempt["card"] {
  return card ? { brand: card.brand, last4: card.last4 } : null;
}
