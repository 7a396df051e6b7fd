import type { UserCtx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findLinkedStripeCustomer } from "../../sync/customer/find-linked-stripe-customer.ts";
import { shortTimeout } from "./fetch-billing-details.ts";

/**
 * What Stripe prints on the user's next invoices. The user changes it on Stripe's pages; it is fetched each time and never
 * stored. `country` is a code of two letters. `isRefuted`: the authority does not know the tax id.
 */
export type InvoiceDetails = {
  name: string | null;
  email: string | null;
  address: {
    line1: string | null;
    line2: string | null;
    postalCode: string | null;
    city: string | null;
    state: string | null;
    country: string | null;
  } | null;
  taxIds: { value: string; isRefuted: boolean }[];
};

/**
 * Returns the details, or null for a user whom Stripe does not know.
 * @throws `stripe_unavailable`
 */
export async function showInvoiceDetails(ctx: UserCtx): Promise<InvoiceDetails | null> {
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
          line1: address.line1,
          line2: address.line2,
          postalCode: address.postal_code,
          city: address.city,
          state: address.state,
          country: address.country,
        }
      : null,
    taxIds: (customer.tax_ids?.data ?? []).map(({ value, verification }) => ({
      value,
      isRefuted: verification?.status === "unverified",
    })),
  };
}
