import { z } from "zod";
import { benefitTypes, type BenefitSettings, type BenefitType } from "../../db/schema/catalog.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { fileTextFieldPattern, type FileTextField } from "../../shared/file-text-fields.ts";
import { translationsOf } from "../../translations/schema.ts";
import { strategyFor, type BenefitContent } from "./strategies.ts";
import { plainText } from "../../lib/text-schema.ts";

/** A benefit as a seller enters it: its settings, and the content that is sent with it. */
export type NewBenefit = {
  [Type in BenefitType]: {
    type: Type;
    name: string;
    settings: BenefitSettings[Type];
  } & BenefitContent<Type>;
}[BenefitType];

const name = plainText(120);

const [first, ...others] = benefitTypes.map((type) => {
  const { settings, content } = strategyFor(type);
  return z.strictObject({
    type: z.literal(type),
    name: name.min(1, "Enter a name."),
    settings,
    ...content,
  });
});

export const newBenefit = z.discriminatedUnion("type", [first!, ...others]) as unknown as z.ZodType<
  NewBenefit,
  NewBenefit
>;

/** The texts of a benefit and of its files in other languages. */
const benefitTranslations = translationsOf<"name" | "note", FileTextField>(
  {
    name,
    note: z.string().max(2000, "Must be 2,000 characters or fewer."),
  },
  { pattern: fileTextFieldPattern, text: name },
);

/**
 * A benefit of a product that is saved: a new one without an `id`, an existing one with it. An existing one is edited
 * if `benefit` or `translations` are there, for all products that have it; `version` is the one that the edit started
 * from. `translations` are all of them; without them, they stay as they are.
 */
export const savedBenefit = z
  .strictObject({
    id: idSchema("bnf").optional(),
    version: z.string().max(64).optional(),
    benefit: newBenefit.optional(),
    translations: benefitTranslations.optional(),
  })
  .refine(
    ({ id, version, benefit, translations }) =>
      benefit || translations ? (id ? version !== undefined : benefit) : id,
    { error: "Send an id, a benefit, or both with the version." },
  );

export type SavedBenefit = z.output<typeof savedBenefit>;
