import type { Ctx } from "../context.ts";
import { mapTranslations, type Langs, type Translate } from "../translations/translate.ts";
import type { Benefit } from "./benefit.ts";

/** The texts of a benefit that can be translated. */
export const benefitTextFields = ["name", "note"] as const;

/** Returns benefits with their names and notes in the language of `ctx.texts`, in the same order. */
export async function translateBenefits<Each extends Benefit>(
  ctx: Ctx,
  benefits: Each[],
): Promise<(Each & Langs<"name" | "note">)[]> {
  const translate = await mapTranslations(ctx, {
    ids: benefits.map(({ id }) => id),
    fields: [...benefitTextFields],
  });
  return benefits.map((benefit) => putBenefitTexts(translate, benefit));
}

/** Puts loaded texts over those of a benefit. Its note is in its settings. */
export function putBenefitTexts<Each extends Benefit>(
  translate: Translate,
  benefit: Each,
): Each & Langs<"name" | "note"> {
  const { id, settings } = benefit;
  const row = { id, name: benefit.name, note: settings.note };
  const { name, note, langs } = translate(row, benefitTextFields);
  return {
    ...benefit,
    name,
    ...(langs && { langs }),
    settings: note === undefined ? settings : { ...settings, note },
  } as Each & Langs<"name" | "note">;
}
