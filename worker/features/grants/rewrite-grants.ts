import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { listProductBenefits } from "../catalog/list-product-benefits.ts";
import type { Access } from "./policy.ts";
import { frozenSince } from "./access-time.ts";
import { listGrantsOfUser, putGrant, type GrantRow } from "./store.ts";

/** A mirrored order or subscription and what it gives now. One subscription may be for several products. */
export type GrantSource = {
  type: "order" | "subscription";
  id: string;
  productIds: string[];
  access: Access;
};

/**
 * The writes that make a user's grants follow from `sources`; grants of other sources are left alone.
 * Nothing is deleted: what is gone is revoked, and what comes back is the same grant again.
 */
export async function rewriteGrants(
  ctx: Ctx,
  input: { userId: string; sources: GrantSource[] },
): Promise<Statement[]> {
  const productIds = [...new Set(input.sources.flatMap((source) => source.productIds))];
  const [existing, benefitsOf, frozen] = await Promise.all([
    listGrantsOfUser(ctx.db, input.userId),
    listProductBenefits(ctx, { productIds }),
    frozenSince(ctx),
  ]);
  const changes = decideGrants({
    ...input,
    existing,
    benefitIdsOf: (productId) => benefitsOf(productId).map((benefit) => benefit.id),
    now: ctx.now,
  });
  const allowed =
    frozen === null ? changes : changes.filter((after) => !takesAway(existing, after));
  return allowed.map((row) => putGrant(ctx.db, row));
}

/** Whether a change ends a grant that is in force, or ends it sooner. */
function takesAway(existing: GrantRow[], after: GrantRow): boolean {
  const before = existing.find((row) => row.id === after.id);
  if (!before || before.revokedAt !== null) return false;
  const forever = Number.POSITIVE_INFINITY;
  return after.revokedAt !== null || (after.endsAt ?? forever) < (before.endsAt ?? forever);
}

/** The grants that must change, as they must become: a pure function of the sources, the catalog and the time. */
export function decideGrants(input: {
  userId: string;
  sources: GrantSource[];
  existing: GrantRow[];
  benefitIdsOf: (productId: string) => string[];
  now: number;
}): GrantRow[] {
  const keyOf = (row: Pick<GrantRow, "benefitId" | "sourceType" | "sourceId">) =>
    `${row.sourceType} ${row.sourceId} ${row.benefitId}`;
  const existing = new Map(input.existing.map((row) => [keyOf(row), row]));
  const changed: GrantRow[] = [];

  for (const source of input.sources) {
    const due = new Map<string, string>();
    if (source.access.active) {
      for (const productId of source.productIds) {
        for (const benefitId of input.benefitIdsOf(productId)) due.set(benefitId, productId);
      }
    }
    for (const [benefitId, productId] of due) {
      const key = { benefitId, sourceType: source.type, sourceId: source.id };
      const before = existing.get(keyOf(key));
      const after: GrantRow = {
        ...key,
        id: before?.id ?? newId("grt", input.now),
        userId: input.userId,
        productId,
        reason: source.access.reason,
        grantedAt: before?.grantedAt ?? source.access.since,
        endsAt: source.access.until,
        revokedAt: null,
      };
      if (!before || !sameState(before, after)) changed.push(after);
    }
    for (const before of existing.values()) {
      if (
        before.sourceType !== source.type ||
        before.sourceId !== source.id ||
        due.has(before.benefitId)
      )
        continue;
      const after: GrantRow = {
        ...before,
        reason: source.access.reason,
        revokedAt: before.revokedAt ?? input.now,
      };
      if (!sameState(before, after)) changed.push(after);
    }
  }
  return changed;
}

function sameState(a: GrantRow, b: GrantRow): boolean {
  return a.reason === b.reason && a.endsAt === b.endsAt && a.revokedAt === b.revokedAt;
}
