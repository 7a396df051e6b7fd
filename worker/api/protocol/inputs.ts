import { z } from "zod";
import { MAX_ADD_ONS } from "../../shared/add-ons.ts";
import { cleanEmail } from "../../identity/sign-in/claims.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { findIdRange } from "../../shared/order-number.ts";
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

/** The filter of orders and subscriptions by the number that customers read. */
export const orderNumberInput = z
  .string()
  .refine((text) => findIdRange("ord", text) !== null, "is not an order number")
  .optional()
  .meta({ description: "Only the one with this order number.", example: "1KB2Z8Q-H7W5" });

/** One or several of these values, separated by commas, in a query string. */
export function oneOrMore<Value extends string>(
  values: z.ZodType<Value, string> & { options: Value[] },
) {
  return z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(values))
    .optional()
    .meta({
      description: `Only these, separated by commas: ${values.options.map((value) => `\`${value}\``).join(", ")}.`,
      example: values.options.slice(0, 2).join(","),
    });
}

/** One-time prices that are bought beside another price. */
export const addedPriceIdsInput = () =>
  z.array(idInput("prc", "A one-time price.")).max(MAX_ADD_ONS).optional().meta({
    description:
      "One-time prices of other products, in the same currency, that are bought together with it. What a customer has already is left out.",
  });
