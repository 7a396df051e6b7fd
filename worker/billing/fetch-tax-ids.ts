import type { Ctx } from "../context.ts";
import { nullOnError, shortTimeout } from "./fetch-billing-details.ts";

/** A tax id of a customer, and what the authority's registry says of it. */
export type TaxIdDetails = {
  id: string;
  value: string;
  /** `unavailable`: the registry does not answer, or Stripe has none for this kind of id. */
  status: "pending" | "verified" | "unverified" | "unavailable";
  /** Whom the registry names; null unless it is verified. */
  registeredName: string | null;
};

const known = ["pending", "verified", "unverified"] as const;

/**
 * Fetches the tax ids of a customer at Stripe. Stripe verifies them some time after they were entered, so they are
 * fetched for each page, and never stored. Best effort: empty if Stripe doesn't answer in time.
 */
export async function fetchTaxIds(
  ctx: Ctx,
  stripeCustomerId: string | null,
): Promise<TaxIdDetails[]> {
  if (stripeCustomerId === null) return [];
  const listed = await nullOnError(
    ctx.stripe.customers.listTaxIds(stripeCustomerId, { limit: 20 }, shortTimeout),
  );
  return (listed?.data ?? []).map(({ id, value, verification }) => ({
    id,
    value,
    status: known.find((status) => status === verification?.status) ?? "unavailable",
    registeredName: verification?.verified_name ?? null,
  }));
}
