import type { UserCtx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findLinkedStripeCustomer } from "../../sync/customer/find-stripe-customers.ts";
import { shortTimeout } from "../../billing/fetch-billing-details.ts";
import { pick } from "../../lib/pick.ts";

/**
 * Returns what Stripe prints on the user's next invoices, or null for a user without a Stripe customer. The user
 * changes it on Stripe's pages; it is fetched each time and never stored.
 * @throws `stripe_unavailable`
 */
export async function showInvoiceDetails(ctx: UserCtx) {
  const linked = await findLinkedStripeCustomer(ctx, { userId: ctx.actor.userId });
  if (!linked) return null;
  const customer = await ctx.stripe.customers
    .retrieve(linked.stripeCustomerId, { expand: ["tax_ids"] }, shortTimeout)
    .catch((cause: unknown) => {
      throw fail("stripe_unavailable", { reason: "no billing details", cause });
    });
  if (customer.deleted) return null;
  const { address } = customer;
  return {
    name: customer.name ?? null,
    email: customer.email,
    address: address
      ? {
          ...pick(address, ["line1", "line2", "city", "state"]),
          postalCode: address.postal_code,
          /** A code of two letters. */
          country: address.country,
        }
      : null,
    taxIds: (customer.tax_ids?.data ?? []).map(({ value, verification }) => ({
      value,
      /** The authority does not know the tax id. */
      isRefuted: verification?.status === "unverified",
    })),
  };
}
