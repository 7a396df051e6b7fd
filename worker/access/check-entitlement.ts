import type { Ctx } from "../context.ts";
import { featureLimit } from "./feature.ts";
import type { GrantRow } from "./strategy.ts";
import { isInForce } from "./in-force.ts";
import { listFeatureGrants } from "./store.ts";

/**
 * Whether a user may use a feature, and why.
 * - `limit`: the sum over all sources: two subscriptions with five seats each give ten. Null means unlimited.
 * - `until`: when the last source ends, in unix milliseconds; null if one never ends
 * - `sources`: the sources that give access; if none does, those that gave it before
 */
export type Entitlement = {
  allowed: boolean;
  limit: number | null;
  until: number | null;
  sources: (Pick<GrantRow, "sourceType" | "sourceId" | "reason"> & {
    limit: number | null;
    until: number | null;
  })[];
};

/**
 * Checks whether the user may use a feature, with one indexed read. Unknown keys are denied.
 * @param input.key the feature's key, or its benefit's id if the feature has no key
 */
export async function checkEntitlement(
  ctx: Ctx,
  input: { userId: string; key: string },
): Promise<Entitlement> {
  const found = await listFeatureGrants(ctx.db, input.userId, input.key, ctx.config.stripe.mode);
  const now = Math.min(ctx.now, found[0]?.outageSince ?? ctx.now);
  const inForce = found.filter(({ grant }) => isInForce(grant, now));
  const allowed = inForce.length > 0;
  const sources = (allowed ? inForce : found).map((held) => ({
    sourceType: held.grant.sourceType,
    sourceId: held.grant.sourceId,
    reason: held.grant.reason,
    limit: featureLimit(held),
    until: held.grant.revokedAt ?? held.grant.endsAt,
  }));
  return {
    allowed,
    limit: allowed ? sumLimits(sources.map(({ limit }) => limit)) : 0,
    until: latestEnd(sources.map(({ until }) => until)),
    sources,
  };
}

/** Returns null (unlimited) if any limit is null. */
function sumLimits(limits: (number | null)[]): number | null {
  return limits.reduce<number | null>(
    (sum, limit) => (sum === null || limit === null ? null : sum + limit),
    0,
  );
}

function latestEnd(ends: (number | null)[]): number | null {
  const known = ends.filter((end) => end !== null);
  return known.length < ends.length || known.length === 0 ? null : Math.max(...known);
}
