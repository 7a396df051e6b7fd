import Stripe from "stripe";
import { findMissingPermissions, newKeyUrl } from "../../../worker/stripe/permissions.ts";
import type { StripeClient } from "../../../worker/stripe/client.ts";
import { accept, refuse, warn, type Finding } from "../finding.ts";
import { describeNetworkError, type Surroundings } from "../surroundings.ts";

/** The mode of a key, which is the mode of the shop. */
export type StripeMode = "test" | "live";

/** Returns the mode of a secret or restricted key; undefined for anything else. */
export function readMode(key: string): StripeMode | undefined {
  return /^(?:sk|rk)_(test|live)_\w+$/.exec(key)?.[1] as StripeMode | undefined;
}

/** Checks a key of Stripe: its form, its account, and, for a restricted key, each permission. Changes nothing. */
export async function checkStripeKey(
  { openStripe }: Pick<Surroundings, "openStripe">,
  key: string,
): Promise<Finding[]> {
  const mode = readMode(key);
  if (mode === undefined)
    return [
      refuse(
        key.startsWith("pk_")
          ? "This is a publishable key, and the shop needs a secret or restricted one."
          : "This is not a key of Stripe: it begins with sk_test_, sk_live_, rk_test_ or rk_live_.",
        `A restricted key is the safest. This link opens Stripe's form with the shop's permissions chosen: ${newKeyUrl("test")}`,
      ),
    ];
  const stripe = openStripe(key);
  try {
    const findings = [describeAccount(await readAccount(stripe), mode)];
    if (!key.startsWith("rk_"))
      return [
        ...findings,
        accept(`A restricted key would be safer than this secret key: ${newKeyUrl(mode)}`),
      ];
    const missing = await findMissingPermissions(stripe, {});
    if (missing.length === 0)
      return [...findings, accept("The restricted key has all permissions.")];
    return missing.map(({ label, level, use }) =>
      refuse(
        `The key lacks ${label} › ${level}, which the shop needs to ${use}.`,
        `Edit the key at https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}apikeys and add it. The key itself stays the same.`,
      ),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return [
        refuse(
          "Stripe does not know this key: it is mistyped, was deleted, or has expired.",
          `Copy it again from https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}apikeys.`,
        ),
      ];
    return [
      refuse(
        `Stripe could not check the key: ${describeNetworkError(error)}`,
        "Try again in a minute.",
      ),
    ];
  }
}

/** A restricted key may not read its account. Stripe's refusal names it. */
async function readAccount(
  stripe: StripeClient,
): Promise<Partial<Stripe.Account> & { id: string }> {
  try {
    return (await stripe.rawRequest("GET", "/v1/account", {})) as unknown as Stripe.Account;
  } catch (error) {
    const id =
      error instanceof Stripe.errors.StripePermissionError && /acct_\w+/.exec(error.message)?.[0];
    if (!id) throw error;
    return { id };
  }
}

function describeAccount(
  account: Partial<Stripe.Account> & { id: string },
  mode: StripeMode,
): Finding {
  const name = account.settings?.dashboard?.display_name ?? account.business_profile?.name;
  const country = account.country ? `, ${account.country}` : "";
  const says = `Stripe account ${name ? `${name} (${account.id}${country})` : `${account.id}${country}`}, in ${mode} mode.`;
  if (mode === "live" && account.charges_enabled === false)
    return warn(
      `${says} Stripe does not let it take payments yet.`,
      "Finish the activation at https://dashboard.stripe.com/account/onboarding.",
    );
  return accept(says);
}
