import { z } from "zod";
import { markdown } from "../../lib/markdown-schema.ts";
import { maxIntervalCounts } from "../../shared/billing-interval.ts";
import { MAX_PICTURES, MAX_SAMPLES, type ProductMedia } from "../../shared/product-media.ts";
import { findAmountError, stripeCurrencies } from "../../shared/money.ts";
import { translationsOf } from "../../translations/schema.ts";
import { newBenefit, savedBenefit } from "../../delivery/benefits/benefit-schema.ts";
import { slug } from "../../catalog/slug.ts";
import { MAX_ADD_ONS, MAX_PARTS } from "../../shared/add-ons.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { plainText } from "../../lib/text-schema.ts";

const amountMinor = z.int("Enter an amount.").min(0, "Must be 0 or more.");
const currency = z
  .string()
  .regex(/^[a-z]{3}$/, "Enter a three-letter currency code, such as usd.")
  .refine((code) => stripeCurrencies.includes(code), {
    error: ({ input }) =>
      `Stripe doesn’t support ${String(input).toUpperCase()}. Choose another currency.`,
    abort: true,
  });
/** Models in which the seller sets the amount, in total or per seat. Defaults to `fixed`. */
const sellerPricingModel = z.enum(["fixed", "per_seat"]).optional();

/**
 * A price as a seller enters it. Stripe allows `pay_what_you_want` for one-time prices only, with an amount above 0.
 */
export const newPrice = z.lazy(() =>
  z
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
          minimumMinor: z.int("Enter an amount.").min(1, "Must be more than 0."),
          presetMinor: z.int("Enter an amount.").min(1, "Must be more than 0.").optional(),
          currency,
        }),
      ]),
      z.strictObject({
        type: z.literal("recurring"),
        model: sellerPricingModel,
        interval: z.enum(["day", "week", "month", "year"]),
        intervalCount: z.int("Enter a whole number.").min(1, "Must be 1 or more."),
        amountMinor,
        currency,
        trialDays: z
          .int("Enter a whole number.")
          .min(0, "Must be 0 or more.")
          .max(730, "Must be 730 days or fewer."),
      }),
    ])
    .superRefine((price, context) => {
      const amounts =
        price.model === "pay_what_you_want"
          ? {
              minimumMinor: price.minimumMinor,
              presetMinor: price.presetMinor ?? price.minimumMinor,
            }
          : { amountMinor: price.amountMinor };
      for (const [name, amount] of Object.entries(amounts)) {
        const message = findAmountError(amount, price.currency);
        if (message) context.addIssue({ code: "custom", path: [name], message });
      }
      if (price.type === "recurring" && price.intervalCount > maxIntervalCounts[price.interval])
        context.addIssue({
          code: "custom",
          path: ["intervalCount"],
          message: `Must be ${maxIntervalCounts[price.interval]} or less (3 years).`,
        });
      if (
        price.model === "pay_what_you_want" &&
        (price.presetMinor ?? Infinity) < price.minimumMinor
      )
        context.addIssue({
          code: "custom",
          path: ["presetMinor"],
          message: "Must not be less than the minimum.",
        });
    }),
);

const name = plainText(120).min(1, "Enter a name.");
const tagline = plainText(200);
/** In characters. */
export const MAX_DESCRIPTION_LENGTH = 20_000;
export const description = markdown(MAX_DESCRIPTION_LENGTH);

/** A picture: an https URL, or one that was uploaded here. */
const image = z.union(
  [
    z.string().regex(/^\/api\/shop\/images\/[0-9a-f]{64}$/),
    z.url({ protocol: /^https$/ }).max(2000),
  ],
  { error: "Enter a URL that starts with https://, or upload a picture." },
);

const altText = plainText(300);
const picture = z.strictObject({
  url: image,
  alt: altText,
  width: z.int().min(1).max(20_000),
  height: z.int().min(1).max(20_000),
});

/** More pictures of a product and its samples, in the order in which buyers see them. */
const media = z.lazy(() =>
  z.strictObject({
    cover: picture.nullable(),
    pictures: z.array(picture).max(MAX_PICTURES, `Choose ${MAX_PICTURES} pictures or fewer.`),
    samples: z
      .array(
        z.strictObject({
          kind: z.enum(["sound", "video"]),
          url: z.string().regex(/^\/api\/shop\/samples\/[0-9a-f]{64}$/),
          title: plainText(120).min(1, "Enter a title."),
        }),
      )
      .max(MAX_SAMPLES, `Choose ${MAX_SAMPLES} samples or fewer.`),
  }),
) satisfies z.ZodType<ProductMedia>;

const taxCode = z
  .string()
  .regex(/^txcd_\d{8}$/, "Enter a tax code of Stripe, such as txcd_10302000.")
  .nullable()
  .optional();

/** The products that are offered beside it, in the order in which buyers see them. */
const addOns = z
  .array(idSchema("prd"))
  .max(MAX_ADD_ONS, `Choose ${MAX_ADD_ONS} add-ons or fewer.`)
  .nullable()
  .optional();

/** The products that a bundle includes. */
const parts = z
  .array(idSchema("prd"))
  .max(MAX_PARTS, `Choose ${MAX_PARTS} products or fewer.`)
  .nullable()
  .optional();

/** The texts of a product in other languages. */
const productTranslations = translationsOf({
  name: plainText(120),
  tagline,
  description,
});

/** A product with its prices and benefits, as a seller enters it. Amounts in minor units. */
export const newProduct = z.lazy(() =>
  z.strictObject({
    slug,
    name,
    tagline,
    description,
    image: image.nullable().optional(),
    media: media.nullable().optional(),
    planGroup: slug.optional(),
    taxCode,
    addOns,
    parts,
    translations: productTranslations.optional(),
    prices: z.array(newPrice).max(20),
    benefits: z.array(newBenefit).max(50),
  }),
);

const priceId = idSchema("prc");

/**
 * A product as it is saved: every field, and the `updatedAt` that the edit started from. `prices` are existing ones to
 * archive or to offer again; `newPrices` are added. `benefits` are all of them, in order: one that is left out is
 * removed from the product. Without `benefits`, they stay as they are. `translations` work in the same way: if given,
 * they replace all of them. Without `taxCode`, it stays; with null, Stripe's stays. Without `media`, `addOns` or `parts`, they stay.
 */
export const productEdit = z.lazy(() =>
  z.strictObject({
    slug,
    name,
    tagline,
    description,
    image: image.nullable(),
    media: media.nullable().optional(),
    planGroup: slug.nullable(),
    taxCode,
    addOns,
    parts,
    updatedAt: z.int(),
    translations: productTranslations.optional(),
    prices: z
      .array(z.strictObject({ id: priceId, active: z.boolean() }))
      .max(200)
      .optional(),
    newPrices: z.array(newPrice).max(20).optional(),
    benefits: z.array(savedBenefit).max(50).optional(),
  }),
);

/** A product as the console's screen creates it. Its benefits may be those of other products. */
export const productCreation = z.lazy(() =>
  newProduct.unwrap().extend({ benefits: z.array(savedBenefit).max(50) }),
);

export type NewProduct = z.input<typeof newProduct>;
export type ProductCreation = z.output<typeof productCreation>;
export type NewPrice = NewProduct["prices"][number];
export type ProductEdit = z.output<typeof productEdit>;
