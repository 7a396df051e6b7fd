import { z } from "zod";

const slug = z.string().regex(/^[a-z0-9-]{1,64}$/);
/** Stripe's limit for most currencies: eight digits. */
const amountMinor = z.int().min(0).max(99_999_999);
const currency = z.string().regex(/^[a-z]{3}$/);

const newPrice = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("one_time"), amountMinor, currency }),
  z.strictObject({
    type: z.literal("recurring"),
    interval: z.enum(["day", "week", "month", "year"]),
    intervalCount: z.int().min(1).max(12),
    amountMinor,
    currency,
    trialDays: z.int().min(0).max(730),
  }),
]);

const newBenefit = z.strictObject({
  type: z.enum(["feature", "link"]),
  name: z.string().min(1).max(120),
  settings: z.strictObject({
    url: z.url({ protocol: /^https$/ }).optional(),
    note: z.string().max(2000).optional(),
  }),
});

/** A product with its prices and benefits, as a seller writes it. Amounts in minor units. */
export const newProduct = z.strictObject({
  slug,
  name: z.string().min(1).max(120),
  tagline: z.string().max(200),
  description: z.string().max(20_000),
  exclusiveGroup: slug.optional(),
  prices: z.array(newPrice).max(20),
  benefits: z.array(newBenefit).max(50),
});

export type NewProduct = z.input<typeof newProduct>;
