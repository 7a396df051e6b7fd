import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { isChargeableAmount } from "../money.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import {
  amount,
  decimal,
  flag,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  schemaFor,
  text,
} from "../protocol/params.ts";
import type { PriceRow } from "../store/rows.ts";

export const currency = text
  .regex(/^[a-zA-Z]{3}$/, "Invalid currency")
  .transform((value) => value.toLowerCase());

/** At most three years. */
const maxIntervalCounts = { day: 1095, week: 156, month: 36, year: 3 };

export const recurring = schemaFor<Stripe.PriceCreateParams.Recurring>()({
  interval: oneOf("day", "week", "month", "year"),
  interval_count: integer
    .refine((count) => count >= 1, "This value must be greater than or equal to 1.")
    .optional(),
  trial_period_days: integer.optional(),
  usage_type: oneOf("licensed").optional(),
});

const customUnitAmount = schemaFor<Stripe.PriceCreateParams.CustomUnitAmount>()({
  enabled: flag,
  maximum: amount.optional(),
  minimum: amount.optional(),
  preset: amount.optional(),
});

/** The fields of a price in `prices.create`, `default_price_data` and `price_data`. */
export const priceFields = {
  currency,
  custom_unit_amount: customUnitAmount.optional(),
  metadata: metadata.optional(),
  recurring: recurring.optional(),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  unit_amount: amount.optional(),
  unit_amount_decimal: decimal.optional(),
};
type PriceFields = { [K in keyof typeof priceFields]?: z.output<(typeof priceFields)[K]> } & {
  currency: string;
};

export const productData = schemaFor<Stripe.PriceCreateParams.ProductData>()({
  active: flag.optional(),
  id: text.optional(),
  metadata: metadata.optional(),
  name: text,
  statement_descriptor: text.optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
});

/** Creates a price for a product. Amounts are in minor units. */
export function createPrice(
  account: Account,
  product: string,
  fields: PriceFields & { active?: boolean; lookup_key?: string; nickname?: string },
): PriceRow {
  const { custom_unit_amount: custom, recurring: interval } = fields;
  const unitAmount =
    fields.unit_amount ??
    (fields.unit_amount_decimal === undefined ? undefined : Number(fields.unit_amount_decimal));
  if (unitAmount === undefined && !custom?.enabled) {
    throw invalidRequestError("Missing required param: unit_amount.", {
      code: "parameter_missing",
      param: "unit_amount",
    });
  }
  if (custom?.enabled && (unitAmount !== undefined || interval)) {
    throw invalidRequestError(
      "`custom_unit_amount` cannot be combined with `unit_amount` or `recurring`.",
      {
        param: "custom_unit_amount",
      },
    );
  }
  if (interval && (interval.interval_count ?? 1) > maxIntervalCounts[interval.interval])
    throw invalidRequestError(
      `The billing interval must be at most 3 years (${maxIntervalCounts[interval.interval]} \`${interval.interval}\`).`,
      { param: "recurring[interval_count]" },
    );
  const amounts = [unitAmount, custom?.preset, custom?.minimum, custom?.maximum];
  if (amounts.some((value) => value !== undefined && !isChargeableAmount(value, fields.currency)))
    throw invalidRequestError(
      `Amounts in ${fields.currency} must be evenly divisible by 10: the last of the three decimals is always 0.`,
      { param: custom?.enabled ? "custom_unit_amount" : "unit_amount" },
    );
  return account.create(
    "price",
    {
      id: newId("price"),
      object: "price",
      active: fields.active ?? true,
      billing_scheme: "per_unit",
      created: account.clock.now(),
      currency: fields.currency,
      custom_unit_amount: custom?.enabled
        ? {
            maximum: custom.maximum ?? null,
            minimum: custom.minimum ?? null,
            preset: custom.preset ?? null,
          }
        : null,
      livemode: false,
      lookup_key: fields.lookup_key ?? null,
      metadata: mergeMetadata({}, fields.metadata),
      nickname: fields.nickname ?? null,
      product,
      recurring: interval
        ? {
            interval: interval.interval,
            interval_count: interval.interval_count ?? 1,
            meter: null,
            trial_period_days: interval.trial_period_days ?? null,
            usage_type: interval.usage_type ?? "licensed",
          }
        : null,
      tax_behavior: fields.tax_behavior ?? "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: interval ? "recurring" : "one_time",
      unit_amount: unitAmount !== undefined && Number.isInteger(unitAmount) ? unitAmount : null,
      unit_amount_decimal:
        unitAmount === undefined ? null : (fields.unit_amount_decimal ?? String(unitAmount)),
    },
    "price.created",
  );
}
