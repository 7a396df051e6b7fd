import type Stripe from "stripe";
import { MINUTE, SECOND } from "../lib/time.ts";

/** Within this time after it was issued, an invoice is closed by Stripe, and not by the seller. */
const CLOSED_AT_ONCE_SECONDS = MINUTE / SECOND;

/** Returns when an invoice was voided or marked uncollectible, in Unix seconds. */
export function closedAt({ created, status_transitions: times }: Stripe.Invoice): number {
  return times.voided_at ?? times.marked_uncollectible_at ?? created;
}

/** Whether an invoice was closed the moment it was issued, because the collection of payments was paused then. */
function isClosedByPause(invoice: Stripe.Invoice): boolean {
  const issuedAt = invoice.status_transitions.finalized_at ?? closedAt(invoice);
  return closedAt(invoice) - issuedAt < CLOSED_AT_ONCE_SECONDS;
}

/** Whether a renewal was voided because the collection of payments was paused: its period was never sold. */
export function isVoidedByPause(invoice: Stripe.Invoice): boolean {
  const { status, billing_reason: reason } = invoice;
  return status === "void" && reason === "subscription_cycle" && isClosedByPause(invoice);
}

/**
 * Whether nothing is owed for an invoice: it was paid, the seller voided it, or the seller gave the period for free by
 * pausing the collection. An invoice that the seller marked uncollectible is a debt.
 */
export function isSettled(invoice: Stripe.Invoice): boolean {
  switch (invoice.status) {
    case "paid":
      return true;
    case "void":
      return !isVoidedByPause(invoice);
    case "uncollectible":
      return isClosedByPause(invoice);
    default:
      return false;
  }
}
