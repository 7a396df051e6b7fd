import type Stripe from "stripe";
import { findPortal, PORTAL_MARK } from "../worker/shop/billing/portal-configuration.ts";

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** The part of the Stripe client that is used here. */
export type PortalConfigurations = Pick<
  Stripe["billingPortal"]["configurations"],
  "create" | "list" | "update"
>;

/**
 * What a person may do on Stripe's pages: change the card, see invoices, cancel at the end of the period. Plans are
 * changed in the shop, which knows which ones exclude each other and shows the price first.
 */
export const portalFeatures = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  subscription_cancel: { enabled: true, mode: "at_period_end" },
  subscription_update: { enabled: false },
  customer_update: { enabled: false },
} as const satisfies Features;

/**
 * Makes our configuration what it should be; one there is already is updated.
 * @param returnUrl where the link back leads
 * @returns its id
 */
export async function putPortal(
  configurations: PortalConfigurations,
  returnUrl: string,
): Promise<string> {
  const params = { default_return_url: returnUrl, features: portalFeatures, metadata: PORTAL_MARK };
  const known = await findPortal(configurations);
  const { id } = known
    ? await configurations.update(known.id, params)
    : await configurations.create(params);
  return id;
}
