import type { Held } from "./strategy.ts";
import { isInForce, type Access } from "./policy.ts";

type Source = { type: Held["grant"]["sourceType"]; id: string };
type Thing = { id: string; type: Held["benefit"]["type"]; name: string };

/** What somebody loses, and what they keep because they have it from elsewhere too. */
export type AccessEffect = {
  loses: Thing[];
  keeps: (Thing & { through: (Source & { productId: string })[] })[];
};

/**
 * What it means for a person's access that one thing they own becomes as `becomes` says: pure, and asked before it is
 * done. Each grant of a license key has a key of its own, so that one is lost even where another stays.
 * @param facts.held every grant of the person
 * @param facts.now unix milliseconds
 */
export function effectOnAccess(facts: {
  held: Held[];
  source: Source;
  becomes: Pick<Access, "active">;
  now: number;
}): AccessEffect {
  const { source, becomes, now } = facts;
  const effect: AccessEffect = { loses: [], keeps: [] };
  if (becomes.active) return effect;
  const live = facts.held.filter(({ grant }) => isInForce(grant, now));
  const isOf = ({ grant }: Held) =>
    grant.sourceType === source.type && grant.sourceId === source.id;
  const others = live.filter((held) => !isOf(held));
  for (const { benefit } of live.filter(isOf)) {
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
