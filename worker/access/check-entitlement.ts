import type { Ctx } from "../context.ts";
import { limitOf } from "./feature.ts";
import type { GrantRow } from "./strategy.ts";
import { isInForce } from "./policy.ts";
import { listFeatureGrants } from "./store.ts";

/**
 * Whether a person may use a feature, and why.
 * - `limit`: how much of it, over all that gives it: two subscriptions of five seats are ten. Null: without a limit.
 * - `until`: when the last of it ends by itself, in unix milliseconds; null: never
 * - `because`: what gives it, or where nothing does, what gave it
 */
export type FeatureCheck = {
  allowed: boolean;
  limit: number | null;
  until: number | null;
  because: (Pick<GrantRow, "sourceType" | "sourceId" | "reason"> & {
    limit: number | null;
    until: number | null;
  })[];
};

/**
 * One indexed read, whoever asks. A key nobody sells is a feature nobody has.
 * @param input.key the feature's key, or its benefit's id where the seller gave it none
 */
export async function checkFeature(
  ctx: Ctx,
  input: { userId: string; key: string },
): Promise<FeatureCheck> {
  const found = await listFeatureGrants(ctx.db, input.userId, input.key);
  const now = Math.min(ctx.now, found[0]?.frozenSince ?? ctx.now);
  const live = found.filter(({ grant }) => isInForce(grant, now));
  const allowed = live.length > 0;
  const because = (allowed ? live : found).map((held) => ({
    sourceType: held.grant.sourceType,
    sourceId: held.grant.sourceId,
    reason: held.grant.reason,
    limit: limitOf(held),
    until: held.grant.revokedAt ?? held.grant.endsAt,
  }));
  return {
    allowed,
    limit: allowed ? sumOf(because.map(({ limit }) => limit)) : 0,
    until: latestOf(because.map(({ until }) => until)),
    because,
  };
}

/** One that is without a limit makes the whole so. */
function sumOf(limits: (number | null)[]): number | null {
  return limits.reduce<number | null>(
    (sum, limit) => (sum === null || limit === null ? null : sum + limit),
    0,
  );
}

function latestOf(ends: (number | null)[]): number | null {
  const known = ends.filter((end) => end !== null);
  return known.length < ends.length || known.length === 0 ? null : Math.max(...known);
}
