import type { Ctx } from "../../context.ts";
import { benefitTypes, type BenefitType } from "../../db/schema/catalog.ts";
import type { Langs } from "../../translations/translate.ts";
import { feature } from "../../access/feature.ts";
import type { BenefitStrategy, GrantWithBenefit } from "../../access/strategy.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { downloadBenefit } from "../downloads/download-benefit.ts";
import { licenseKeyBenefit } from "../licenses/license-key-benefit.ts";
import { pageBenefit } from "../pages/page-benefit.ts";
import { link } from "./link.ts";

/** The strategy of every benefit type. */
const strategies = {
  feature,
  license_key: licenseKeyBenefit,
  download: downloadBenefit,
  page: pageBenefit,
  link,
} satisfies { [Type in BenefitType]: BenefitStrategy<Type, object, object> };

/** Returns the strategy for a benefit type. The compiler can't link it to the benefit's type, hence the cast. */
export function strategyFor(type: BenefitType): BenefitStrategy<BenefitType, object, object> {
  return strategies[type] as BenefitStrategy<BenefitType, object, object>;
}

/** The values of the map that a strategy's `show` or `describe` returns. */
type Returned<Type extends BenefitType, Name extends "show" | "describe"> =
  Awaited<ReturnType<(typeof strategies)[Type][Name]>> extends Map<string, infer Value>
    ? Value
    : never;

/** A benefit as the library shows it. */
export type LibraryBenefit = {
  [Type in BenefitType]: {
    id: string;
    grantId: string;
    type: Type;
    name: string;
  } & Langs<"name" | "note"> &
    Returned<Type, "show">;
}[BenefitType];

/** The public details of a benefit, shown before a purchase. */
export type BenefitDetail = {
  [Type in BenefitType]: { type: Type } & Returned<Type, "describe">;
}[BenefitType];

/** Returns the public details of benefits, by benefit id. */
export async function describeBenefits(
  ctx: Ctx,
  benefits: Benefit[],
): Promise<Map<string, BenefitDetail>> {
  const described = await Promise.all(
    benefitTypes.map(async (type) => {
      const ofType = benefits.filter((benefit) => benefit.type === type);
      if (ofType.length === 0) return [];
      const details = await strategyFor(type).describe(ctx, ofType);
      return [...details].map(
        ([id, detail]) => [id, { type, ...detail } as BenefitDetail] as const,
      );
    }),
  );
  return new Map(described.flat());
}

/**
 * Returns what the library shows for these grants, in the same order.
 * @param held grants in force, all of one user, in any order, with the texts to show
 */
export async function showBenefits(
  ctx: Ctx,
  held: (GrantWithBenefit & { benefit: Langs<"name" | "note"> })[],
): Promise<LibraryBenefit[]> {
  const types = [...new Set(held.map(({ benefit }) => benefit.type))];
  const shown = await Promise.all(
    types.map((type) =>
      strategyFor(type).show(
        ctx,
        held.filter(({ benefit }) => benefit.type === type),
      ),
    ),
  );
  const byGrant = new Map(shown.flatMap((each) => [...each]));
  return held.map(({ grant, benefit }) => ({
    id: benefit.id,
    grantId: grant.id,
    type: benefit.type,
    name: benefit.name,
    ...(benefit.langs && { langs: benefit.langs }),
    ...byGrant.get(grant.id),
  })) as LibraryBenefit[];
}
