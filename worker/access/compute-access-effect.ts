import type { GrantWithBenefit } from "./strategy.ts";
import type { Access } from "./policy.ts";
import { isInForce } from "../in-force.ts";

type Source = { type: GrantWithBenefit["grant"]["sourceType"]; id: string };
type AffectedBenefit = { id: string; type: GrantWithBenefit["benefit"]["type"]; name: string };

/** The benefits that the user loses, and those that they keep because another source grants them too. */
export type AccessEffect = {
  loses: AffectedBenefit[];
  keeps: (AffectedBenefit & { through: (Source & { productId: string })[] })[];
};

/**
 * Computes what the user loses and keeps when the access of one source becomes `newAccess`. Pure, so it can preview a
 * change. Each license key grant has its own key: that key is lost even if another grant of the same benefit remains.
 * @param facts.grants every grant of the user
 * @param facts.now unix milliseconds
 */
export function computeAccessEffect(facts: {
  grants: GrantWithBenefit[];
  source: Source;
  newAccess: Pick<Access, "active">;
  now: number;
}): AccessEffect {
  const { source, newAccess, now } = facts;
  const effect: AccessEffect = { loses: [], keeps: [] };
  if (newAccess.active) return effect;
  const inForce = facts.grants.filter(({ grant }) => isInForce(grant, now));
  const isFromSource = ({ grant }: GrantWithBenefit) =>
    grant.sourceType === source.type && grant.sourceId === source.id;
  const others = inForce.filter((each) => !isFromSource(each));
  for (const { benefit } of inForce.filter(isFromSource)) {
    const { id, type, name } = benefit;
    const through = others
      .filter(({ grant }) => grant.benefitId === id)
      .map(({ grant }) => ({
        type: grant.sourceType,
        id: grant.sourceId,
        productId: grant.productId,
      }));
    if (through.length === 0 || type === "license_key") effect.loses.push({ id, type, name });
    else effect.keeps.push({ id, type, name, through });
  }
  return effect;
}
