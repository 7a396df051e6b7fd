import type { MessageDescriptor } from "@lingui/core";
import type { ComponentType } from "react";
import type { OwnedBenefit, OwnedBenefitOf } from "../queries.ts";

export type BenefitType = OwnedBenefit["type"];

/** What the library knows of a type of benefit. */
export type BenefitPart<Type extends BenefitType> = {
  /** What the user gets, ready to use. */
  Content: ComponentType<{ benefit: OwnedBenefitOf<Type> }>;
  /** How many things the benefit contains; one if left out. */
  countThings?(benefit: OwnedBenefitOf<Type>): number;
  /** Says how many there are: "3 files". */
  describeCount(count: number): MessageDescriptor;
};
