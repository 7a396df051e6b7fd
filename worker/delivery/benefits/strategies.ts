import type { Ctx } from "../../context.ts";
import type { BenefitType } from "../../db/schema/catalog.ts";
import { downloadBenefit, type ShownDownload } from "../downloads/download-benefit.ts";
import { licenseKeyBenefit, type ShownLicenseKey } from "../licenses/license-key-benefit.ts";
import { pageBenefit, type ShownPages } from "../pages/page-benefit.ts";
import { feature, type ShownFeature } from "../../access/feature.ts";
import { link, type ShownLink } from "./link.ts";
import type { BenefitStrategy, Held } from "../../access/strategy.ts";

/** What each type is in its holder's hands. */
type Shown = {
  feature: ShownFeature;
  license_key: ShownLicenseKey;
  download: ShownDownload;
  page: ShownPages;
  link: ShownLink;
};

/** Every type of benefit, and what it does. A new one is a new line here. */
const strategies: { [Type in BenefitType]: BenefitStrategy<Type, Shown[Type]> } = {
  feature,
  license_key: licenseKeyBenefit,
  download: downloadBenefit,
  page: pageBenefit,
  link,
};

/** The strategy for a benefit. Its type is the benefit's own, which the compiler cannot follow. */
export function strategyFor(type: BenefitType): BenefitStrategy<BenefitType, unknown> {
  return strategies[type] as BenefitStrategy<BenefitType, unknown>;
}

/** A benefit in the hand of its holder. */
export type OwnedBenefit = {
  [Type in BenefitType]: { id: string; grantId: string; type: Type; name: string } & Shown[Type];
}[BenefitType];

/**
 * What grants give their holder.
 * @param held grants in force, all of one person, in any order
 * @returns in the same order
 */
export async function showBenefits(ctx: Ctx, held: Held[]): Promise<OwnedBenefit[]> {
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
    ...(byGrant.get(grant.id) as object),
  })) as OwnedBenefit[];
}
