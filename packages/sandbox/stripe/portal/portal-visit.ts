import type Stripe from "stripe";
import type { Account } from "../account.ts";

/** A portal session with its customer and configuration. */
export interface PortalVisit {
  account: Account;
  session: Stripe.BillingPortal.Session;
  customer: Stripe.Customer;
  configuration: Stripe.BillingPortal.Configuration;
}

/** Loads the visit of a portal session id. Returns undefined if the session or its customer doesn't exist. */
export function findPortalVisit(account: Account, id: string): PortalVisit | undefined {
  const session = account.objects.find("billing_portal.session", id);
  const customer = session && account.objects.find("customer", session.customer);
  if (!session || !customer) return undefined;
  const configuration = account.get(
    "billing_portal.configuration",
    session.configuration as string,
  );
  return { account, session, customer, configuration };
}

/** Returns where to redirect after a completed step: the flow's return URL, or the portal's home page. */
export function getReturnUrl({ session }: PortalVisit): string {
  const { after_completion: after } = session.flow ?? {};
  return after?.type === "redirect" && after.redirect
    ? after.redirect.return_url
    : `/portal/${session.id}?done`;
}
