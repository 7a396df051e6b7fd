import { defaultSoldKinds, soldKinds, type SoldKind } from "../shared/sold-kinds.ts";

/** What decides the kind of a benefit: its type, and what the seller chose instead. */
type Kinded = { type: keyof typeof defaultSoldKinds; settings: { kind?: SoldKind | undefined } };

/** Returns what a benefit is to consumer law: what the seller chose, or else what its type is. */
export function kindOfBenefit({ type, settings }: Kinded): SoldKind {
  return settings.kind ?? defaultSoldKinds[type];
}

/**
 * Returns the kinds of what a product includes, content first. One without benefits is a service, for which the right
 * of withdrawal stays.
 */
export function kindsOfBenefits(benefits: readonly Kinded[]): SoldKind[] {
  if (benefits.length === 0) return ["service"];
  return soldKinds.filter((kind) => benefits.some((benefit) => kindOfBenefit(benefit) === kind));
}
