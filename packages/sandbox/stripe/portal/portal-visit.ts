import type Stripe from "stripe";
import type { Account } from "../account.ts";

/** One look at the portal: whose it is, and what it offers. */
export interface Visit {
  account: Account;
  session: Stripe.BillingPortal.Session;
  customer: Stripe.Customer;
  configuration: Stripe.BillingPortal.Configuration;
}

/** The visit that an address leads to; undefined when there is none, or its customer is gone. */
export function findVisit(account: Account, id: string): Visit | undefined {
  const session = account.objects.find("billing_portal.session", id);
  const customer = session && account.objects.find("customer", session.customer);
  if (!session || !customer) return undefined;
  const configuration = account.get(
    "billing_portal.configuration",
    session.configuration as string,
  );
  return { account, session, customer, configuration };
}

/** Where a finished step leads: what the flow says, else the portal's first page. */
export function afterStep({ session }: Visit): string {
  const { after_completion: after } = session.flow ?? {};
  return after?.type === "redirect" && after.redirect
    ? after.redirect.return_url
    : `/portal/${session.id}?done`;
}
