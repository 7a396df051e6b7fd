import { z } from "zod";
import { refuseMarkdown } from "../../lib/markdown.ts";
import { refuseAmount } from "../../lib/money.ts";

export const slug = z.string().regex(/^[a-z0-9-]{1,64}$/);
const amountMinor = z.int().min(0);
const currency = z.string().regex(/^[a-z]{3}$/);
/** Markdown of at most this many characters. */
export const markdown = (longest: number) =>
  z
    .string()
    .max(longest)
    .superRefine((text, context) => {
      const message = refuseMarkdown(text);
      if (message) context.addIssue({ code: "custom", message });
    });

/** The seller sets the amount, for the whole or for each seat. Left out, it is `fixed`. */
const sellersModel = z.enum(["fixed", "per_seat"]).optional();

/** Stripe lets a buyer choose the amount of a one-time price only, and not choose nothing. */
const newPrice = z
  .discriminatedUnion("type", [
    z.discriminatedUnion("model", [
      z.strictObject({ type: z.literal("one_time"), model: sellersModel, amountMinor, currency }),
      z.strictObject({
        type: z.literal("one_time"),
        model: z.literal("pay_what_you_want"),
        minimumMinor: z.int().min(1),
        presetMinor: z.int().min(1).optional(),
        currency,
      }),
    ]),
    z.strictObject({
      type: z.literal("recurring"),
      model: sellersModel,
      interval: z.enum(["day", "week", "month", "year"]),
      intervalCount: z.int().min(1).max(12),
      amountMinor,
      currency,
      trialDays: z.int().min(0).max(730),
    }),
  ])
  .superRefine((price, context) => {
    const amounts =
      price.model === "pay_what_you_want"
        ? { minimumMinor: price.minimumMinor, presetMinor: price.presetMinor ?? price.minimumMinor }
        : { amountMinor: price.amountMinor };
    for (const [name, amount] of Object.entries(amounts)) {
      const message = refuseAmount(amount, price.currency);
      if (message) context.addIssue({ code: "custom", path: [name], message });
    }
    if (price.model === "pay_what_you_want" && (price.presetMinor ?? Infinity) < price.minimumMinor)
      context.addIssue({ code: "custom", path: ["presetMinor"], message: "below the minimum" });
  });

const benefitName = z.string().min(1).max(120);
const note = z.string().max(2000).optional();
const count = z.int().min(1).max(1_000_000);

/** A benefit as a seller writes it; what the settings mean stands with `BenefitSettings`. */
const newBenefit = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("feature"),
    name: benefitName,
    settings: z.strictObject({
      note,
      key: slug.optional(),
      limit: z.strictObject({ amount: count, perSeat: z.boolean() }).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal("license_key"),
    name: benefitName,
    settings: z.strictObject({
      note,
      prefix: z.string().regex(/^[A-Z][A-Z0-9]{1,9}$/),
      activationLimit: count.optional(),
      perSeat: z.boolean().optional(),
      usesLimit: count.optional(),
      expiresAfterDays: z.int().min(1).max(36_500).optional(),
      isNamed: z.boolean().optional(),
      isFromStock: z.boolean().optional(),
    }),
  }),
  ...(["download", "page"] as const).map((type) =>
    z.strictObject({
      type: z.literal(type),
      name: benefitName,
      settings: z.strictObject({ note }),
    }),
  ),
  z.strictObject({
    type: z.literal("link"),
    name: benefitName,
    settings: z.strictObject({ url: z.url({ protocol: /^https$/ }).optional(), note }),
  }),
]);

/** A product with its prices and benefits, as a seller writes it. Amounts in minor units. */
export const newProduct = z.strictObject({
  slug,
  name: z.string().min(1).max(120),
  tagline: z.string().max(200),
  description: markdown(20_000),
  exclusiveGroup: slug.optional(),
  prices: z.array(newPrice).max(20),
  benefits: z.array(newBenefit).max(50),
});

export type NewProduct = z.input<typeof newProduct>;
export type NewPrice = NewProduct["prices"][number];
