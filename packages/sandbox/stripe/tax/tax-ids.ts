import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";

/** Countries whose VAT ids Stripe keeps as `eu_vat`. Greek ones begin with EL. */
const euCountries = new Set(
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" "),
);

/** Parses a VAT id such as `DE123456789`. Returns null if it has no form that this stand-in knows. */
export function parseTaxId(typed: string): { type: "eu_vat" | "gb_vat"; value: string } | null {
  const value = typed.replaceAll(/[\s.-]/g, "").toUpperCase();
  const country = value.slice(0, 2);
  if (!/^[A-Z]{2}[A-Z0-9]{8,12}$/.test(value)) return null;
  if (country === "GB") return { type: "gb_vat", value };
  return euCountries.has(country) ? { type: "eu_vat", value } : null;
}

/** Returns the tax ids of a customer, oldest first. */
export function listTaxIds(account: Account, customer: string): Stripe.TaxId[] {
  return account.objects.findAll("tax_id", [{ field: "customer", equals: customer }]);
}

/** How long a registry takes to answer. At Stripe, it can be minutes. */
const VERIFICATION_SECONDS = 5;

/** Stripe's test numbers, after the country, and what the registry says of them. All others stay pending. */
const testNumbers: Record<string, "verified" | "unverified" | "unavailable"> = {
  "000000000": "verified",
  "111111111": "unverified",
  "333333333": "unavailable",
};

/** What the registry has found. It may be asked about an id that was deleted meanwhile. */
export function verifyTaxId(account: Account, id: string): void {
  const row = account.objects.find("tax_id", id);
  const status = testNumbers[row?.value.slice(2) ?? ""];
  if (!row || !status) return;
  const isVerified = status === "verified";
  account.update(
    "tax_id",
    id,
    {
      verification: {
        status,
        verified_address: isVerified ? "1 Example Street" : null,
        verified_name: isVerified ? "Example Company" : null,
      },
    },
    "customer.tax_id.updated",
  );
}

/** Adds a tax id to a customer. It is verified a little later. */
export function createTaxId(
  account: Account,
  customer: string,
  { type, value }: { type: Stripe.TaxId["type"]; value: string },
): Stripe.TaxId {
  const id = newId("tax_id");
  account.schedule(account.clock.now() + VERIFICATION_SECONDS, "verify_tax_id", id);
  return account.create(
    "tax_id",
    {
      id,
      object: "tax_id",
      country: value.slice(0, 2).replace("EL", "GR"),
      created: account.clock.now(),
      customer,
      customer_account: null,
      livemode: false,
      owner: { customer, customer_account: null, type: "customer" },
      type,
      value,
      verification: { status: "pending", verified_address: null, verified_name: null },
    },
    "customer.tax_id.created",
  );
}

/** Deletes a tax id of a customer. */
export function deleteTaxId(account: Account, row: Stripe.TaxId) {
  account.emit("customer.tax_id.deleted", "tax_id", row);
  return account.objects.markDeleted("tax_id", row.id);
}

/** Replaces the tax ids of a customer by one that was entered on a page, or by none. */
export function replaceTaxIds(account: Account, customer: string, typed: string | null): void {
  const taxId = typed ? parseTaxId(typed) : null;
  const existing = listTaxIds(account, customer);
  if (taxId && existing.some(({ value }) => value === taxId.value)) return;
  for (const row of existing) deleteTaxId(account, row);
  if (taxId) createTaxId(account, customer, taxId);
}
