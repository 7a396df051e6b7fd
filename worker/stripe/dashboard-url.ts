import type { Mode } from "../config/config.ts";

/** Returns the path of an order's payment in the Stripe Dashboard, or of its checkout if nothing was to be paid. */
export function dashboardPathOfOrder(order: {
  stripePaymentIntentId: string | null;
  stripeSessionId: string;
}): string {
  return order.stripePaymentIntentId === null
    ? `checkout/sessions/${order.stripeSessionId}`
    : `payments/${order.stripePaymentIntentId}`;
}

/**
 * Returns the URL of an object in the Stripe Dashboard.
 * @param path e.g. `payments/pi_…`
 */
export function dashboardUrl(mode: Mode, path: string): string {
  return `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}${path}`;
}
