import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { strategyFor } from "../benefits/strategies.ts";
import type { GrantRow, Handover, Held } from "../../access/strategy.ts";
import { listProductBenefits, mapBenefits } from "../../catalog/load-benefits.ts";
import type { Access } from "../../access/policy.ts";
import { frozenSince } from "../../access/outage-mode.ts";
import { findUserStatus, listGrantsOfUser, putGrant } from "../../access/store.ts";

/** Where access comes from and what it gives now: a mirrored order or subscription, or the seller's gift. */
export type GrantSource = {
  type: GrantRow["sourceType"];
  id: string;
  /** What it is for and how many; a subscription may be for several products. */
  products: { id: string; quantity: number }[];
  access: Access;
};

/**
 * The writes that make a user's grants follow from `sources`, and hand over what they give; grants of other sources are
 * left alone. Nothing is deleted: what is gone is revoked, and what comes back is the same grant again. Who deleted their
 * account is given nothing more.
 * @throws what a benefit's strategy threw; see benefits/strategy
 */
export async function rewriteGrants(
  ctx: Ctx,
  input: { userId: string; sources: GrantSource[] },
): Promise<Statement[]> {
  const productIds = [
    ...new Set(input.sources.flatMap((source) => source.products.map(({ id }) => id))),
  ];
  const [status, existing, benefitsOf, frozen] = await Promise.all([
    findUserStatus(ctx.db, input.userId),
    listGrantsOfUser(ctx.db, input.userId),
    listProductBenefits(ctx, { productIds }),
    frozenSince(ctx),
  ]);
  // Orders outlive a person's account without a name; what they gave does not.
  if (status === "deleted") return [];
  const changes = decideGrants({
    ...input,
    existing,
    benefitIdsOf: (productId) => benefitsOf(productId).map((benefit) => benefit.id),
    now: ctx.now,
  });
  const before = new Map(existing.map((row) => [row.id, row]));
  // A freeze is for want of news from Stripe, of which a gift has none.
  const allowed = changes.filter(
    (after) =>
      frozen === null || after.sourceType === "manual" || !takesAway(before.get(after.id), after),
  );
  const benefits = await mapBenefits(ctx, { ids: allowed.map((row) => row.benefitId) });
  const writes = allowed.map(async (after) => {
    const benefit = benefits.get(after.benefitId);
    if (!benefit) throw new Error(`grant ${after.id} is of no benefit`);
    const { statements, waitingFor } = await carryOut(ctx, before.get(after.id), {
      grant: after,
      benefit,
    });
    return [putGrant(ctx.db, { ...after, waitingFor }), ...statements];
  });
  return (await Promise.all(writes)).flat();
}

/** What the benefit's type does about a grant that changes. */
async function carryOut(ctx: Ctx, before: GrantRow | undefined, held: Held): Promise<Handover> {
  const strategy = strategyFor(held.benefit.type);
  const { grant } = held;
  if (grant.revokedAt !== null)
    return before?.revokedAt === null
      ? { statements: await strategy.revoke(ctx, held), waitingFor: grant.waitingFor }
      : { statements: [], waitingFor: grant.waitingFor };
  if (!before || grant.waitingFor !== null) return strategy.grant(ctx, held);
  if (before.revokedAt !== null) return strategy.restore(ctx, held);
  return { statements: [], waitingFor: null };
}

/** Whether a change ends a grant that is in force, or ends it sooner. */
function takesAway(before: GrantRow | undefined, after: GrantRow): boolean {
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
    // What comes to a source that gave something before, by an edit or a change of plan, is given now.
    const wasThere = input.existing.some(
      (row) => row.sourceType === source.type && row.sourceId === source.id,
    );
    const due = new Map<string, { productIds: string[]; quantity: number }>();
    if (source.access.active) {
      for (const { id, quantity } of source.products) {
        for (const benefitId of input.benefitIdsOf(id)) {
          // Two items of one subscription that give the same thing give it twice.
          const { productIds, quantity: others } = due.get(benefitId) ?? {
            productIds: [],
            quantity: 0,
          };
          due.set(benefitId, { productIds: [...productIds, id], quantity: others + quantity });
        }
      }
    }
    for (const [benefitId, { productIds, quantity }] of due) {
      const key = { benefitId, sourceType: source.type, sourceId: source.id };
      const before = existing.get(keyOf(key));
      const after: GrantRow = {
        ...key,
        id: before?.id ?? newId("grt", input.now),
        userId: input.userId,
        productId: productIds.find((id) => id === before?.productId) ?? productIds[0]!,
        quantity,
        waitingFor: before?.waitingFor ?? null,
        reason: source.access.reason,
        grantedAt: before?.grantedAt ?? (wasThere ? input.now : source.access.since),
        endsAt: source.access.until,
        revokedAt: null,
      };
      const isWaiting = after.waitingFor !== null;
      if (!before || isWaiting || !sameState(before, after)) changed.push(after);
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
  return (
    a.reason === b.reason &&
    a.endsAt === b.endsAt &&
    a.revokedAt === b.revokedAt &&
    a.productId === b.productId &&
    a.quantity === b.quantity
  );
}
