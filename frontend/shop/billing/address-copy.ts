import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { InvoiceDetails } from "./queries.ts";

/** In these countries, the city stands before the state and the postal code. */
const cityFirst = new Set(["AU", "CA", "GB", "IE", "IN", "NZ", "US"]);

/** Returns the lines of an address as an envelope shows them, with the country last; none if it is empty. */
export function formatAddressLines(
  i18n: I18n,
  address: NonNullable<InvoiceDetails["address"]>,
): string[] {
  const { line1, line2, postalCode, city, state, country } = address;
  const place = cityFirst.has(country ?? "")
    ? joinParts([city, joinParts([state, postalCode], " ")], ", ")
    : joinParts([joinParts([postalCode, city], " "), state], ", ");
  const countryName = country && formatsOf(i18n).country(country);
  return [line1, line2, place, countryName].filter((line) => !!line) as string[];
}

function joinParts(parts: (string | null)[], separator: string): string {
  return parts.filter(Boolean).join(separator);
}

/** Describes a tax id, and what to do if the authority does not know it. */
export function describeTaxId(
  i18n: I18n,
  { value, isRefuted }: InvoiceDetails["taxIds"][number],
): string {
  return isRefuted
    ? i18n._(msg`VAT ID ${value}. The tax authority doesn’t recognize it. Check it at Stripe.`)
    : i18n._(msg`VAT ID ${value}`);
}
