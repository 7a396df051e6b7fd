import type { Mode } from "../config/config.ts";

/** Where something is seen at Stripe. @param path e.g. `payments/pi_…` */
export function dashboardUrl(mode: Mode, path: string): string {
  return `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}${path}`;
}
