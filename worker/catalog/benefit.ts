import type { BenefitSettings, BenefitType, benefits } from "../db/schema/catalog.ts";

/** A benefit of one type, its settings with it. */
export type BenefitOf<Type extends BenefitType> = Omit<
  typeof benefits.$inferSelect,
  "type" | "settings"
> & { type: Type; settings: BenefitSettings[Type] };

/** A benefit of any type: `type` says what its settings are. */
export type Benefit = { [Type in BenefitType]: BenefitOf<Type> }[BenefitType];
