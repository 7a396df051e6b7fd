import type { Ctx } from "../../context.ts";
import { benefitTypes, type BenefitType } from "../../db/schema/catalog.ts";
import type { EmailBenefit } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { toSingleLine } from "../../lib/single-line.ts";
import type { Langs } from "../../translations/translate.ts";
import type { GrantWithBenefit } from "../../access/strategy.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { download } from "./download.ts";
import { feature } from "./feature.ts";
import { licenseKey } from "./license-key.ts";
import { link } from "./link.ts";
import { page } from "./page.ts";
import type { BenefitStrategy } from "./strategy.ts";

/** The strategy of every benefit type. */
const strategies = {
  feature,
  license_key: licenseKey,
  download,
  page,
  link,
} satisfies { [Type in BenefitType]: BenefitStrategy<Type, object, object> };

/** Returns the strategy for a benefit type. The compiler can't link it to the benefit's type, hence the cast. */
export function strategyFor(type: BenefitType): BenefitStrategy<BenefitType, object, object> {
  return strategies[type] as BenefitStrategy<BenefitType, object, object>;
}

/** What is sent with a benefit of the type when its product is saved, besides its name and settings. */
export type BenefitContent<Type extends BenefitType> =
  (typeof strategies)[Type] extends BenefitStrategy<
    Type,
    infer _Shown,
    infer _Detail,
    infer Content
  >
    ? Content
    : never;

/** What a strategy's `show` or `describe` returns of a benefit. */
type Returned<Type extends BenefitType, Name extends "show" | "describe"> = Awaited<
  ReturnType<(typeof strategies)[Type][Name]>
>[number];

/** A benefit as the library shows it. */
export type LibraryBenefit = {
  [Type in BenefitType]: {
    id: string;
    grantId: string;
    type: Type;
    name: string;
    note: string | null;
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
      return ofType.map(
        ({ id }, index) => [id, { type, ...details[index] } as BenefitDetail] as const,
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
    types.map(async (type) => {
      const ofType = held.filter(({ benefit }) => benefit.type === type);
      const views = await strategyFor(type).show(ctx, ofType);
      return ofType.map(({ grant }, index) => [grant.id, views[index]] as const);
    }),
  );
  const byGrant = new Map(shown.flat());
  return held.map(({ grant, benefit }) => ({
    id: benefit.id,
    grantId: grant.id,
    type: benefit.type,
    name: benefit.name,
    note: benefit.settings.note ?? null,
    ...(benefit.langs && { langs: benefit.langs }),
    ...byGrant.get(grant.id),
  })) as LibraryBenefit[];
}

/** Says the public details of a benefit in a few English words, for programs that read. */
export const listWords = (detail: BenefitDetail): string[] =>
  strategyFor(detail.type).listWords(detail);

/** Describes a benefit for an email. Files and links are only reachable through the library. */
export function writeEmailBenefit(context: EmailContext, benefit: LibraryBenefit): EmailBenefit {
  return {
    name: toSingleLine(benefit.name),
    note: benefit.note,
    code: null,
    links: [],
    ...strategyFor(benefit.type).writeEmail(context, benefit),
  };
}
