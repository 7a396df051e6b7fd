import { z } from "zod";
import { slug } from "./slug.ts";

const benefitName = z.string().trim().min(1, "Give it a name").max(120, "At most 120 characters");
const note = z.string().max(2000, "At most 2,000 characters").optional();
const count = z.int("A whole number").min(1, "At least 1").max(1_000_000, "At most 1,000,000");

const settings = {
  feature: z.strictObject({
    note,
    key: slug.optional(),
    limit: z.strictObject({ amount: count, perSeat: z.boolean() }).optional(),
  }),
  license_key: z.strictObject({
    note,
    prefix: z
      .string()
      .regex(/^[A-Z][A-Z0-9]{1,9}$/, "2 to 10 capital letters and digits, a letter first"),
    activationLimit: count.optional(),
    perSeat: z.boolean().optional(),
    usesLimit: count.optional(),
    expiresAfterDays: z
      .int("A whole number")
      .min(1, "At least 1")
      .max(36_500, "At most 36,500")
      .optional(),
    isNamed: z.boolean().optional(),
    isFromStock: z.boolean().optional(),
  }),
  download: z.strictObject({ note }),
  page: z.strictObject({ note }),
  link: z.strictObject({
    url: z.url({ protocol: /^https$/, error: "An address that begins with https://" }).optional(),
    note,
  }),
};

/** A benefit as a seller enters it. `BenefitSettings` documents the settings. */
export const newBenefit = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("feature"), name: benefitName, settings: settings.feature }),
  z.strictObject({
    type: z.literal("license_key"),
    name: benefitName,
    settings: settings.license_key,
  }),
  z.strictObject({ type: z.literal("download"), name: benefitName, settings: settings.download }),
  z.strictObject({ type: z.literal("page"), name: benefitName, settings: settings.page }),
  z.strictObject({ type: z.literal("link"), name: benefitName, settings: settings.link }),
]);

/** An edit of a benefit: every field, and the version that the edit started from. The type can't change. */
export const benefitEdit = z.strictObject({
  benefit: newBenefit,
  version: z.string().max(64),
});

export type NewBenefit = z.output<typeof newBenefit>;
