import { z } from "zod";
import { cleanEmail } from "../../identity/sign-in/claims.ts";
import { idSchema } from "../../lib/id-schema.ts";
import type { IdPrefix } from "../../lib/ids.ts";

/** A time in a request: RFC 3339, turned into unix milliseconds. */
export function timeInput(description: string) {
  return z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .meta({ description, example: "2026-03-01T09:30:00Z" });
}

/** An id with this prefix, in a request. */
export function idInput(prefix: IdPrefix, description: string) {
  return idSchema(prefix).meta({ description });
}

/** An email address in a request, turned into lower case. */
export const emailInput = z.string().transform((text, check) => {
  const email = cleanEmail(text);
  if (email !== null) return email;
  check.addIssue({ code: "custom", message: "is not an email address" });
  return z.NEVER;
});

/** The filters that every list of purchases has. */
export const purchaseFilters = {
  customer: idInput("usr", "Only those of this customer.").optional(),
  product: idInput("prd", "Only those of this product.").optional(),
  createdAfter: timeInput("Only those created after this time.").optional(),
  createdBefore: timeInput("Only those created before this time.").optional(),
};

/**
 * Refuses combinations of filters for which no index exists, because such a list would read the whole table. Together
 * with `customer`, every combination is allowed.
 * @param names at most one of these may be given without `customer`
 */
export function oneWithoutCustomer(
  ...names: string[]
): [(query: Record<string, unknown>) => boolean, { message: string; path: string[] }] {
  return [
    (query) =>
      query.customer !== undefined || names.filter((name) => query[name] !== undefined).length <= 1,
    { message: `Without customer, only one of ${names.join(", ")}`, path: names.slice(-1) },
  ];
}
