import type { BenefitSettings, BenefitType, benefits } from "../db/schema/catalog.ts";

/** A benefit of one type with that type's settings. */
export type BenefitOf<Type extends BenefitType> = Omit<
  typeof benefits.$inferSelect,
  "type" | "settings"
> & { type: Type; settings: BenefitSettings[Type] };

/** A benefit of any type. `type` determines the type of `settings`. */
export type Benefit = { [Type in BenefitType]: BenefitOf<Type> }[BenefitType];
