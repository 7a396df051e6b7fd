import { pick } from "../lib/pick.ts";
import type { GrantRow, GrantWithBenefit } from "./strategy.ts";
import { isInForce } from "../in-force.ts";

const grantFields = [
  "productId",
  "quantity",
  "reason",
  "waitingFor",
  "grantedAt",
  "endsAt",
  "revokedAt",
] as const;

/** A benefit that a purchase or gift granted, and whether the grant is in force. Times in unix milliseconds. */
export type GrantedBenefit = Pick<GrantRow, (typeof grantFields)[number]> & {
  grantId: string;
  benefitId: string;
  type: GrantWithBenefit["benefit"]["type"];
  name: string;
  isInForce: boolean;
};

/** Returns the benefits that one source granted, out of all grants of a user; grants in force come first. */
export function listBenefitsOfSource(
  grants: GrantWithBenefit[],
  source: { type: GrantRow["sourceType"]; id: string },
  now: number,
): GrantedBenefit[] {
  return grants
    .filter(({ grant }) => grant.sourceType === source.type && grant.sourceId === source.id)
    .map(({ grant, benefit }) => ({
      grantId: grant.id,
      benefitId: benefit.id,
      type: benefit.type,
      name: benefit.name,
      isInForce: isInForce(grant, now),
      ...pick(grant, grantFields),
    }))
    .toSorted((a, b) => Number(b.isInForce) - Number(a.isInForce));
}
