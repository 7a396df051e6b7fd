import type { Ctx } from "../../context.ts";
import type { BenefitType } from "../../db/schema/catalog.ts";
import type { Langs } from "../../translations/translate.ts";
import { downloadBenefit, type DownloadView } from "../downloads/download-benefit.ts";
import { licenseKeyBenefit, type LicenseKeyView } from "../licenses/license-key-benefit.ts";
import { pageBenefit, type PagesView } from "../pages/page-benefit.ts";
import { feature, type FeatureView } from "../../access/feature.ts";
import { link, type LinkView } from "./link.ts";
import type { BenefitStrategy, GrantWithBenefit } from "../../access/strategy.ts";

/** What the library shows for each benefit type. */
type BenefitViews = {
  feature: FeatureView;
  license_key: LicenseKeyView;
  download: DownloadView;
  page: PagesView;
  link: LinkView;
};

/** The strategy of every benefit type. */
const strategies: { [Type in BenefitType]: BenefitStrategy<Type, BenefitViews[Type]> } = {
  feature,
  license_key: licenseKeyBenefit,
  download: downloadBenefit,
  page: pageBenefit,
  link,
};

/** Returns the strategy for a benefit type. The compiler can't link it to the benefit's type, hence the cast. */
export function strategyFor(type: BenefitType): BenefitStrategy<BenefitType, unknown> {
  return strategies[type] as BenefitStrategy<BenefitType, unknown>;
}

/** A benefit as the library shows it. */
export type LibraryBenefit = {
  [Type in BenefitType]: {
    id: string;
    grantId: string;
    type: Type;
    name: string;
  } & Langs<"name" | "note"> &
    BenefitViews[Type];
}[BenefitType];

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
    ...(byGrant.get(grant.id) as object),
  })) as LibraryBenefit[];
}
