import Stripe from "stripe";

/** Marks the portal configuration that is ours: an account may have others. */
export const PORTAL_MARK = { gatehouse: "portal" };

/** Our portal configuration, by its mark; undefined where there is none in use. */
export async function findPortal(
  configurations: Pick<Stripe["billingPortal"]["configurations"], "list">,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.["gatehouse"] === PORTAL_MARK.gatehouse) return configuration;
  }
  return undefined;
}

// Per isolate, and by client: a client speaks for one account.
const known = new WeakMap<Stripe, string>();

/**
 * The id of our portal configuration, asked for once. Where there is none, or Stripe does not say, it is undefined and
 * the next call asks again.
 */
export async function recallPortal(stripe: Stripe): Promise<string | undefined> {
  const remembered = known.get(stripe);
  if (remembered) return remembered;
  try {
    const found = await findPortal(stripe.billingPortal.configurations);
    if (found) known.set(stripe, found.id);
    return found?.id;
  } catch {
    return undefined;
  }
}

/** Forgets our configuration where this error says that it cannot be used: it is gone, or was switched off. */
export function forgetUnusablePortal(stripe: Stripe, error: unknown): boolean {
  const unusable =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "configuration";
  return unusable && known.delete(stripe);
}
