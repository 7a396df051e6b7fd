import { z } from "zod";
import { benefitTypes } from "../db/schema/catalog.ts";
import { currencyField, idField, minorField, timeField } from "./fields.ts";
import { jsonArray, jsonBoolean, jsonObject, rfc3339, toExpression } from "./sql-json.ts";

const productPrice = z.object({
  id: idField("prc", "The price's id."),
  stripePriceId: z
    .string()
    .nullable()
    .meta({ description: "Null until the product is published.", example: "price_1PqLs2" }),
  type: z.enum(["one_time", "recurring"]),
  interval: z.enum(["day", "week", "month", "year"]).nullable(),
  intervalCount: z.int().nullable().meta({ description: "Intervals between two payments." }),
  amountMinor: minorField(
    "The price; for `pay_what_you_want` the least, for `per_seat` of one seat.",
  ),
  currency: currencyField,
  model: z.enum(["fixed", "pay_what_you_want", "per_seat"]),
  minimumMinor: minorField("For `pay_what_you_want`: the least.").nullable(),
  presetMinor: minorField("For `pay_what_you_want`: the suggestion.").nullable(),
  trialDays: z.int().meta({ description: "Days of free trial; 0 if none.", example: 14 }),
});

const productBenefit = z.object({
  id: idField("bnf", "The benefit's id."),
  type: z.enum(benefitTypes),
  name: z.string(),
  feature: z
    .object({
      key: z.string().meta({
        description: "What an entitlement check asks for.",
        example: "export",
      }),
      limit: z
        .int()
        .nullable()
        .meta({ description: "How much of it one purchase allows; null if unlimited." }),
      perSeat: z.boolean().meta({ description: "Whether the limit counts for each seat." }),
    })
    .nullable()
    .meta({ description: "Null for other types." }),
});

const productTexts = z.object({
  name: z.string().optional().meta({ example: "Gezeiten Pro" }),
  tagline: z.string().optional(),
  description: z.string().optional().meta({ description: "Markdown." }),
});

export const productStatus = z.enum(["draft", "published", "archived"]);

/** A product with its active prices, as other programs see it. */
export const product = z
  .object({
    id: idField("prd", "The product's id."),
    slug: z.string().meta({ description: "Its place in the shop's URLs.", example: "tide-pro" }),
    name: z.string().meta({ example: "Tide Pro" }),
    tagline: z.string(),
    description: z.string().meta({ description: "Markdown." }),
    translations: z.record(z.string(), productTexts).nullable().meta({
      description:
        "The texts in other languages, by language tag. The default language's stand for those that are missing. Null if there are none.",
    }),
    image: z.string().nullable().meta({ description: "A URL, or a path of the shop." }),
    status: productStatus,
    planGroup: z.string().nullable().meta({
      description: "A customer can have only one product of a plan group at a time.",
    }),
    prices: z.array(productPrice).meta({ description: "The active ones, oldest first." }),
    benefits: z.array(productBenefit).meta({
      description:
        "In the seller's order. Of a bundle, also those of the products that it includes.",
    }),
    parts: z
      .array(idField("prd", "A product that it includes."))
      .nullable()
      .meta({ description: "The products that a bundle includes; null for any other product." }),
    createdAt: timeField("When it was created."),
    updatedAt: timeField("When it was last edited."),
  })
  .meta({ ref: "Product", description: "What the shop sells." });

export type Product = z.output<typeof product>;

/** A feature's key, in a query that reads from `benefits`. */
export const FEATURE_KEY = "coalesce(json_extract(benefits.settings, '$.key'), benefits.id)";

/** The JSON of a product, in a query that reads from `products`. */
export function productText(): string {
  return jsonObject({
    id: "products.id",
    slug: "products.slug",
    name: "products.name",
    tagline: "products.tagline",
    description: "products.description",
    translations: `json((SELECT json_group_object(locale, json(texts)) FROM (
      SELECT locale, json_group_object(field, text) AS texts FROM translations
      WHERE target_id = products.id GROUP BY locale) HAVING count(*) > 0))`,
    image: "products.image",
    status: "products.status",
    planGroup: "products.exclusive_group",
    parts: "json(products.parts)",
    prices: jsonArray(
      {
        id: "p.id",
        stripePriceId: "p.stripe_price_id",
        type: "p.type",
        interval: "p.interval",
        intervalCount: "p.interval_count",
        amountMinor: "p.amount_minor",
        currency: "p.currency",
        model: "p.model",
        minimumMinor: "p.minimum_minor",
        presetMinor: "p.preset_minor",
        trialDays: "p.trial_days",
      },
      {
        from: "FROM prices p WHERE p.product_id = products.id AND p.active = 1",
        orderBy: "p.created_at, p.id",
      },
    ),
    benefits: jsonArray(
      {
        id: "benefits.id",
        type: "benefits.type",
        name: "benefits.name",
        feature: `json(CASE benefits.type WHEN 'feature' THEN ${jsonObject({
          key: FEATURE_KEY,
          limit: "json_extract(benefits.settings, '$.limit.amount')",
          perSeat: jsonBoolean("json_extract(benefits.settings, '$.limit.perSeat')"),
        })} END)`,
      },
      {
        from: `FROM product_benefits b JOIN benefits ON benefits.id = b.benefit_id
          WHERE b.product_id = products.id`,
        orderBy: "b.position, benefits.id",
      },
    ),
    createdAt: rfc3339("products.created_at"),
    updatedAt: rfc3339("products.updated_at"),
  });
}

export const productJson = toExpression(productText);
