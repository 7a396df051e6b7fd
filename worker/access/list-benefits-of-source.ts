import type { Held } from "./strategy.ts";
import { isInForce } from "./policy.ts";

/** What one purchase or gift gave, and whether it is in force; times in unix milliseconds. */
export type GivenBenefit = {
  grantId: string;
  benefitId: string;
  type: Held["benefit"]["type"];
  name: string;
  productId: string;
  quantity: number;
  reason: string;
  isInForce: boolean;
  waitingFor: Held["grant"]["waitingFor"];
  grantedAt: number;
  endsAt: number | null;
  revokedAt: number | null;
};

/** Of everything a person has or had, what came of one source; what is in force first. */
export function listGiven(
  held: Held[],
  source: { type: Held["grant"]["sourceType"]; id: string },
  now: number,
): GivenBenefit[] {
  return held
    .filter(({ grant }) => grant.sourceType === source.type && grant.sourceId === source.id)
    .map(({ grant, benefit }) => ({
      grantId: grant.id,
      benefitId: benefit.id,
      type: benefit.type,
      name: benefit.name,
      productId: grant.productId,
      quantity: grant.quantity,
      reason: grant.reason,
      isInForce: isInForce(grant, now),
      waitingFor: grant.waitingFor,
      grantedAt: grant.grantedAt,
      endsAt: grant.endsAt,
      revokedAt: grant.revokedAt,
    }))
    .toSorted((a, b) => Number(b.isInForce) - Number(a.isInForce));
}
