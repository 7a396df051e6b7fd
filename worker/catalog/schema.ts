import { z } from "zod";
import { markdown } from "../lib/markdown-schema.ts";
import { maxIntervalCounts } from "../lib/billing-interval.ts";
import { findAmountError } from "../lib/money.ts";
import { newBenefit } from "./benefit-schema.ts";
import { slug } from "./slug.ts";

const amountMinor = z.int("An amount").min(0, "Nothing, or more");
const currency = z.string().regex(/^[a-z]{3}$/, "A currency by its three letters, e.g. usd");
/** Models in which the seller sets the amount, in total or per seat. Defaults to `fixed`. */
const sellerPricingModel = z.enum(["fixed", "per_seat"]).optional();

/**
 * A price as a seller enters it. Stripe allows `pay_what_you_want` for one-time prices only, with an amount above 0.
 */
export const newPrice = z
  .discriminatedUnion("type", [
    z.discriminatedUnion("model", [
      z.strictObject({
        type: z.literal("one_time"),
        model: sellerPricingModel,
        amountMinor,
        currency,
      }),
      z.strictObject({
        type: z.literal("one_time"),
        model: z.literal("pay_what_you_want"),
        minimumMinor: z.int("An amount").min(1, "More than nothing"),
        presetMinor: z.int("An amount").min(1, "More than nothing").optional(),
        currency,
      }),
    ]),
    z.strictObject({
      type: z.literal("recurring"),
      model: sellerPricingModel,
      interval: z.enum(["day", "week", "month", "year"]),
      intervalCount: z.int("A whole number").min(1, "At least 1"),
      amountMinor,
      currency,
      trialDays: z.int("A whole number").min(0, "None, or more").max(730, "At most 730 days"),
    }),
  ])
  .superRefine((price, context) => {
    const amounts =
      price.model === "pay_what_you_want"
        ? { minimumMinor: price.minimumMinor, presetMinor: price.presetMinor ?? price.minimumMinor }
        : { amountMinor: price.amountMinor };
    for (const [name, amount] of Object.entries(amounts)) {
      const message = findAmountError(amount, price.currency);
      if (message) context.addIssue({ code: "custom", path: [name], message });
    }
    if (price.type === "recurring" && price.intervalCount > maxIntervalCounts[price.interval])
      context.addIssue({
        code: "custom",
        path: ["intervalCount"],
        message: `At most ${maxIntervalCounts[price.interval]}, which is 3 years`,
      });
    if (price.model === "pay_what_you_want" && (price.presetMinor ?? Infinity) < price.minimumMinor)
      context.addIssue({
        code: "custom",
        path: ["presetMinor"],
        message: "Not below the least amount",
      });
  });

const name = z.string().trim().min(1, "Give it a name").max(120, "At most 120 characters");
const tagline = z.string().trim().max(200, "At most 200 characters");
/** In characters. */
export const MAX_DESCRIPTION_LENGTH = 20_000;
const description = markdown(MAX_DESCRIPTION_LENGTH);

/** A picture: an https URL, or one that was uploaded here. */
const image = z.union(
  [
    z.string().regex(/^\/api\/shop\/images\/[0-9a-f]{64}$/),
    z.url({ protocol: /^https$/ }).max(2000),
  ],
  { error: "An address that begins with https://, or an upload" },
);

/** A product with its prices and benefits, as a seller enters it. Amounts in minor units. */
export const newProduct = z.strictObject({
  slug,
  name,
  tagline,
  description,
  image: image.nullable().optional(),
  planGroup: slug.optional(),
  prices: z.array(newPrice).max(20),
  benefits: z.array(newBenefit).max(50),
});

/** An edit of a product: every field, and the `updatedAt` that the edit started from. */
export const productEdit = z.strictObject({
  slug,
  name,
  tagline,
  description,
  image: image.nullable(),
  planGroup: slug.nullable(),
  updatedAt: z.int(),
});

export type NewProduct = z.input<typeof newProduct>;
export type NewPrice = NewProduct["prices"][number];
export type ProductEdit = z.output<typeof productEdit>;
