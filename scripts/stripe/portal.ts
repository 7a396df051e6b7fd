import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import {
  cancellationReasons,
  type CancellationFeedback,
} from "../../worker/shared/cancellation-reasons.ts";
import {
  findPortalConfiguration,
  PORTAL_METADATA,
} from "../../worker/billing/portal-configuration.ts";

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** The part of the Stripe client used here. */
export type PortalConfigurations = Pick<
  Stripe["billingPortal"]["configurations"],
  "create" | "list" | "update"
>;

/**
 * The features enabled in Stripe's billing portal. Plan changes are off, because the shop handles plan groups and shows
 * the price first. Buyers correct the address and VAT ID on their invoices there.
 */
export const portalFeatures = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  subscription_cancel: {
    enabled: true,
    mode: "at_period_end",
    // As in the shop's own dialog: asked, never required.
    cancellation_reason: {
      enabled: true,
      options: Object.keys(cancellationReasons) as CancellationFeedback[],
    },
  },
  subscription_update: { enabled: false },
  // Not the email: it belongs to the user's account here.
  customer_update: { enabled: true, allowed_updates: ["address", "name", "tax_id"] },
} satisfies Features;

/** Whether a configuration has our features already. Stripe adds fields that we do not set. */
export function isPortalUpToDate(
  existing: Stripe.BillingPortal.Configuration,
  returnUrl: string,
): boolean {
  return existing.default_return_url === returnUrl && includes(existing.features, portalFeatures);
}

/** Whether everything of `wanted` is in `actual`; lists in any order. */
function includes(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(actual) && isDeepStrictEqual(actual.toSorted(), wanted.toSorted());
  if (typeof wanted !== "object" || wanted === null) return actual === wanted;
  return Object.entries(wanted).every(([name, value]) =>
    includes((actual as Record<string, unknown> | null)?.[name], value),
  );
}

/**
 * Creates or updates our portal configuration.
 * @param returnUrl the target of the portal's link back to the shop
 * @returns the configuration's id
 */
export async function upsertPortalConfiguration(
  configurations: PortalConfigurations,
  returnUrl: string,
): Promise<string> {
  const params = {
    default_return_url: returnUrl,
    features: portalFeatures,
    metadata: PORTAL_METADATA,
  };
  const existing = await findPortalConfiguration(configurations);
  const { id } = existing
    ? await configurations.update(existing.id, params)
    : await configurations.create(params);
  return id;
}
