import type { GrantWithBenefit } from "./strategy.ts";
import { isInForce } from "../in-force.ts";

/** A benefit that a purchase or gift granted, and whether the grant is in force. Times in unix milliseconds. */
export type GrantedBenefit = {
  grantId: string;
  benefitId: string;
  type: GrantWithBenefit["benefit"]["type"];
  name: string;
  productId: string;
  quantity: number;
  reason: string;
  isInForce: boolean;
  waitingFor: GrantWithBenefit["grant"]["waitingFor"];
  grantedAt: number;
  endsAt: number | null;
  revokedAt: number | null;
};

/** Returns the benefits that one source granted, out of all grants of a user; grants in force come first. */
export function listBenefitsOfSource(
  grants: GrantWithBenefit[],
  source: { type: GrantWithBenefit["grant"]["sourceType"]; id: string },
  now: number,
): GrantedBenefit[] {
  return grants
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
