import Stripe from "stripe";
import type { StripeClient } from "../stripe/client.ts";

/** Metadata that identifies our portal configuration; an account may have others. */
export const PORTAL_METADATA = { gatehouse: "portal" };

/** Finds our active portal configuration by its metadata. Returns undefined if there is none. */
export async function findPortalConfiguration(
  configurations: Pick<StripeClient["billingPortal"]["configurations"], "list">,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.["gatehouse"] === PORTAL_METADATA.gatehouse) return configuration;
  }
  return undefined;
}

// Cached per isolate and client, since each client belongs to one account.
const cachedIds = new WeakMap<StripeClient, string>();

/**
 * Returns the id of our portal configuration, and caches it. If there is none or Stripe fails, it returns undefined,
 * and the next call asks again.
 */
export async function findCachedPortalId(stripe: StripeClient): Promise<string | undefined> {
  const remembered = cachedIds.get(stripe);
  if (remembered) return remembered;
  try {
    const found = await findPortalConfiguration(stripe.billingPortal.configurations);
    if (found) cachedIds.set(stripe, found.id);
    return found?.id;
  } catch {
    return undefined;
  }
}

/**
 * Clears the cached id if the error says that the configuration is unusable: deleted or deactivated.
 * @returns whether an id was cleared
 */
export function evictUnusablePortal(stripe: StripeClient, error: unknown): boolean {
  const unusable =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "configuration";
  return unusable && cachedIds.delete(stripe);
}
