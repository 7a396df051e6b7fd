import type { Mode } from "../config/config.ts";

/**
 * Returns the URL of an object in the Stripe Dashboard.
 * @param path e.g. `payments/pi_…`
 */
export function dashboardUrl(mode: Mode, path: string): string {
  return `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}${path}`;
}
