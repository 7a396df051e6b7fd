import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { SessionRow } from "../store/rows.ts";
import { isManaged } from "./managed-payments.ts";
import { toTaxedCustomer, type TaxedCustomer } from "../tax/compute-tax.ts";

/** The address that the page fills in, so that paying takes one press. */
export const testAddress: Stripe.Address = {
  city: "Portland",
  country: "US",
  line1: "2 Test Avenue",
  line2: null,
  postal_code: "97201",
  state: "OR",
};

/** Whether the page asks for a billing address. */
export function collectsAddress(session: SessionRow): boolean {
  return session.automatic_tax.enabled || session.billing_address_collection === "required";
}

/** Returns who is taxed: the customer at the address that was entered, or else the saved one. Null without tax. */
export function getSessionTax(account: Account, session: SessionRow): TaxedCustomer | null {
  if (!session.automatic_tax.enabled) return null;
  const customer = session.customer
    ? (account.objects.find("customer", session.customer as string) ?? null)
    : null;
  const saved = toTaxedCustomer(customer);
  const country = session._private.address?.country ?? saved.country;
  return { ...saved, country, isManaged: isManaged(session) };
}

/** Returns who would be taxed at the address that the page fills in. Null without tax. */
export function getShownTax(account: Account, session: SessionRow): TaxedCustomer | null {
  const customer = getSessionTax(account, session);
  return customer && { ...customer, country: customer.country ?? testAddress.country };
}
