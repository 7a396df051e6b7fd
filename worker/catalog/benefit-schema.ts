import { z } from "zod";
import type { BenefitSettings, BenefitType } from "../db/schema/catalog.ts";
import { markdown } from "../lib/markdown-schema.ts";
import { translationsOf } from "../translations/schema.ts";
import { slug } from "./slug.ts";
import { idSchema } from "../lib/id-schema.ts";

const benefitName = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(120, "Must be 120 characters or fewer.");
const note = z.string().max(2000, "Must be 2,000 characters or fewer.").optional();
const count = z
  .int("Enter a whole number.")
  .min(1, "Must be 1 or more.")
  .max(1_000_000, "Must be 1,000,000 or less.");

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
      .regex(
        /^[A-Z][A-Z0-9]{1,9}$/,
        "Must be 2 to 10 uppercase letters and digits, starting with a letter.",
      ),
    activationLimit: count.optional(),
    perSeat: z.boolean().optional(),
    usesLimit: count.optional(),
    expiresAfterDays: z
      .int("Enter a whole number.")
      .min(1, "Must be 1 or more.")
      .max(36_500, "Must be 36,500 or less.")
      .optional(),
    isNamed: z.boolean().optional(),
    isFromStock: z.boolean().optional(),
  }),
  download: z.strictObject({ note }),
  page: z.strictObject({ note }),
  link: z.strictObject({
    url: z.url({ protocol: /^https$/, error: "Enter a URL that starts with https://." }).optional(),
    note,
  }),
} satisfies { [Type in BenefitType]: z.ZodType<BenefitSettings[Type]> };

const pageId = idSchema("pag");
/** In characters. */
export const MAX_PAGE_LENGTH = 100_000;
export const pageTitle = z
  .string()
  .trim()
  .min(1, "Enter a title.")
  .max(120, "Must be 120 characters or fewer.");

/** A page that is written with its benefit. Its URL is made from the title. */
const newBenefitPage = z.strictObject({
  title: pageTitle,
  body: markdown(MAX_PAGE_LENGTH),
  isPublished: z.boolean(),
});

const fieldsOf = <Type extends BenefitType>(type: Type) => ({
  type: z.literal(type),
  name: benefitName,
  settings: settings[type],
});

const benefitForms = {
  feature: z.strictObject(fieldsOf("feature")),
  license_key: z.strictObject(fieldsOf("license_key")),
  download: z.strictObject(fieldsOf("download")),
  page: z.strictObject({
    ...fieldsOf("page"),
    pageIds: z.array(pageId).max(200, "Must be 200 pages or fewer.").optional(),
    newPages: z
      .array(newBenefitPage)
      .max(20, "Must be 20 new pages or fewer at a time.")
      .optional(),
  }),
  link: z.strictObject(fieldsOf("link")),
} satisfies Record<BenefitType, z.ZodObject>;

type BenefitForm = (typeof benefitForms)[BenefitType];

/**
 * A benefit as a seller enters it. `BenefitSettings` documents the settings. `pageIds`: all existing pages that it
 * gives access to, in order; unchanged if left out. `newPages` are created and come after them.
 */
export const newBenefit = z.discriminatedUnion(
  "type",
  Object.values(benefitForms) as [BenefitForm, ...BenefitForm[]],
);

const benefitId = idSchema("bnf");

/** The texts of a benefit in other languages. */
const benefitTranslations = translationsOf({
  name: z.string().trim().max(120, "Must be 120 characters or fewer."),
  note: z.string().max(2000, "Must be 2,000 characters or fewer."),
});

/**
 * A benefit of a product that is saved: a new one without an `id`, an existing one with it. An existing one is edited
 * if `benefit` or `translations` are there, for all products that have it; `version` is the one that the edit started
 * from. `translations` are all of them; without them, they stay as they are.
 */
export const savedBenefit = z
  .strictObject({
    id: benefitId.optional(),
    version: z.string().max(64).optional(),
    benefit: newBenefit.optional(),
    translations: benefitTranslations.optional(),
  })
  .refine(
    ({ id, version, benefit, translations }) =>
      benefit || translations ? (id ? version !== undefined : benefit) : id,
    { error: "Send an id, a benefit, or both with the version." },
  );

export type NewBenefit = z.output<typeof newBenefit>;
export type NewBenefitPage = z.output<typeof newBenefitPage>;
export type SavedBenefit = z.output<typeof savedBenefit>;
