import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { roundMoney } from "../money.ts";
import type { PriceRow } from "../store/rows.ts";
import { isRegisteredIn, resolveTaxBehavior } from "./tax-settings.ts";

/** The rate wherever the account is registered. At Stripe it depends on the place and the product. */
export const taxRatePercent = 20;

/** The id of that rate. At Stripe each place has its own. */
export const taxRateId = "txr_sandbox";

/** Who is taxed. `country` is null while it isn't known, and then nothing is taxed. */
export interface TaxedCustomer {
  country: string | null;
  exempt: "none" | "exempt" | "reverse";
  /** Whether Link is the seller, and so registered everywhere. */
  isManaged?: boolean;
}

/**
 * The tax of one line in minor units. An inclusive tax is part of `taxable + amount`; an exclusive one comes on top.
 */
export interface LineTax {
  behavior: "exclusive" | "inclusive";
  amount: number;
  /** The amount without tax that the tax is calculated on. */
  taxable: number;
  reason: "standard_rated" | "not_collecting" | "customer_exempt" | "reverse_charge";
}

/** Returns what decides the tax of a customer. */
export function toTaxedCustomer(
  customer: Pick<Stripe.Customer, "address" | "tax_exempt"> | null,
): TaxedCustomer {
  return {
    country: customer?.address?.country ?? null,
    exempt: (customer?.tax_exempt ?? "none") as TaxedCustomer["exempt"],
  };
}

/**
 * Computes the tax of one line.
 * @param amount minor units after discounts; negative for a credit
 * @returns null while the customer's place isn't known
 */
export function computeLineTax(
  account: Account,
  price: Pick<PriceRow, "tax_behavior" | "currency">,
  amount: number,
  customer: TaxedCustomer,
): LineTax | null {
  if (customer.country === null) return null;
  const behavior = resolveTaxBehavior(account, price) ?? "exclusive";
  const untaxed = { behavior, amount: 0, taxable: amount };
  if (customer.exempt === "exempt") return { ...untaxed, reason: "customer_exempt" };
  if (customer.exempt === "reverse") return { ...untaxed, reason: "reverse_charge" };
  if (!customer.isManaged && !isRegisteredIn(account, customer.country))
    return { ...untaxed, reason: "not_collecting" };
  const share =
    behavior === "exclusive" ? taxRatePercent / 100 : taxRatePercent / (100 + taxRatePercent);
  const tax = roundMoney(amount * share, price.currency);
  return {
    behavior,
    amount: tax,
    taxable: behavior === "exclusive" ? amount : amount - tax,
    reason: "standard_rated",
  };
}

/** Returns what an exclusive tax adds to the price; an inclusive one adds nothing. */
export function getTaxOnTop(tax: LineTax | null): number {
  return tax?.behavior === "exclusive" ? tax.amount : 0;
}

/** Converts the tax of a line to Stripe's form on invoices and their lines. */
export function toInvoiceTax(tax: LineTax): Stripe.Invoice.TotalTax {
  return {
    amount: tax.amount,
    tax_behavior: tax.behavior,
    tax_rate_details: { tax_rate: taxRateId },
    taxability_reason: tax.reason,
    taxable_amount: tax.taxable,
    type: "tax_rate_details",
  };
}

/** Adds up the taxes of all lines, one entry for each behavior and reason, as on an invoice. */
export function sumTaxes(taxes: (LineTax | null)[]): Stripe.Invoice.TotalTax[] {
  const groups = Map.groupBy(
    taxes.filter((tax) => tax !== null),
    ({ behavior, reason }) => `${behavior} ${reason}`,
  );
  return [...groups.values()].map((group) =>
    toInvoiceTax({
      ...group[0]!,
      amount: group.reduce((sum, { amount }) => sum + amount, 0),
      taxable: group.reduce((sum, { taxable }) => sum + taxable, 0),
    }),
  );
}
