import { findUserStatus } from "../../identity/store-profile.ts";
import type { Mode } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { deriveId } from "../../lib/ids.ts";
import { strategyFor } from "../benefits/strategies.ts";
import {
  sourceTypeToDeriveFrom,
  type Fulfillment,
  type GrantRow,
  type GrantWithBenefit,
} from "../../access/strategy.ts";
import { mapBenefitsByProduct, mapBenefitsById } from "../../catalog/map-benefits.ts";
import type { Access } from "../../access/policy.ts";
import { findOutageStart } from "../../access/outage-mode.ts";
import { listGrantsOfUser, listKnownSourceIds, upsertGrant } from "../../access/store.ts";

/** A source of access, and the access that it gives now: a mirrored order or subscription, or a gift. */
export type GrantSource = {
  type: GrantRow["sourceType"];
  id: string;
  /** The products and their quantities. One of an order that was refunded gives nothing any more. */
  products: { id: string; quantity: number; isRefunded?: boolean }[];
  access: Access;
};

/**
 * Returns the writes that bring a user's grants in line with `sources` and deliver their benefits. Grants of other
 * sources don't change, unless their source is gone: then they are revoked. Grants are never deleted: they are revoked,
 * and the same row is restored later. Deleted users get no writes.
 * @throws what a benefit's strategy threw; see `BenefitStrategy`
 */
export async function rewriteGrants(
  ctx: Ctx,
  input: { userId: string; sources: GrantSource[] },
): Promise<Statement[]> {
  const productIds = [
    ...new Set(input.sources.flatMap((source) => source.products.map(({ id }) => id))),
  ];
  const [status, existing, benefitsOf, outageStart] = await Promise.all([
    findUserStatus(ctx.db, input.userId),
    listGrantsOfUser(ctx.db, input.userId, ctx.config.stripe.mode),
    mapBenefitsByProduct(ctx, { productIds }),
    findOutageStart(ctx),
  ]);
  // Orders of a deleted user are kept without personal data, but they grant nothing.
  if (status === "deleted") return [];
  const changes = computeGrantChanges({
    userId: input.userId,
    // Read after the grants, so that a gift that is created meanwhile is not missed.
    sources: [...input.sources, ...(await listMissingSources(ctx, { ...input, existing }))],
    existing,
    benefitIdsOf: (productId) => benefitsOf(productId).map((benefit) => benefit.id),
    mode: ctx.config.stripe.mode,
    now: ctx.now,
  });
  const before = new Map(existing.map((row) => [row.id, row]));
  // Outage mode only protects data that comes from Stripe. Gifts don't, so they can still end.
  const allowed = changes.filter(
    (after) =>
      outageStart === null ||
      after.sourceType === "gift" ||
      !reducesAccess(before.get(after.id), after),
  );
  const benefits = new Map(
    productIds.flatMap((id) => benefitsOf(id).map((benefit) => [benefit.id, benefit])),
  );
  // Those that are in none of the products any more.
  const former = await mapBenefitsById(ctx, {
    ids: allowed.flatMap(({ benefitId }) => (benefits.has(benefitId) ? [] : [benefitId])),
  });
  const writes = allowed.map(async (after) => {
    const benefit = benefits.get(after.benefitId) ?? former.get(after.benefitId);
    if (!benefit) throw new Error(`grant ${after.id} is of no benefit`);
    const { statements, waitingFor } = await applyStrategy(ctx, before.get(after.id), {
      grant: after,
      benefit,
    });
    return [upsertGrant(ctx.db, { ...after, waitingFor }), ...statements];
  });
  return (await Promise.all(writes)).flat();
}

/**
 * Returns the sources of grants in force that neither the caller nor the database knows, e.g. because an order's row
 * was lost and is not at Stripe either. They give no access.
 */
async function listMissingSources(
  ctx: Ctx,
  input: { userId: string; sources: GrantSource[]; existing: GrantRow[] },
): Promise<GrantSource[]> {
  const given = new Set(input.sources.map(({ id }) => id));
  const others = input.existing.filter((row) => row.revokedAt === null && !given.has(row.sourceId));
  if (others.length === 0) return [];
  const known = new Set(
    await listKnownSourceIds(ctx.db, {
      userId: input.userId,
      ids: others.map((row) => row.sourceId),
    }),
  );
  const missing = new Map(
    others.flatMap(({ sourceType: type, sourceId: id }) =>
      known.has(id) ? [] : [[id, { type, id }] as const],
    ),
  );
  return [...missing.values()].map((source) => ({
    ...source,
    products: [],
    access: { active: false, reason: "source_missing", since: 0, until: null },
  }));
}

/** Runs the benefit type's strategy for a grant that changes. */
async function applyStrategy(
  ctx: Ctx,
  before: GrantRow | undefined,
  held: GrantWithBenefit,
): Promise<Fulfillment> {
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

/** Returns whether a change revokes a grant or makes it end sooner. */
function reducesAccess(before: GrantRow | undefined, after: GrantRow): boolean {
  if (!before || before.revokedAt !== null) return false;
  const forever = Number.POSITIVE_INFINITY;
  return after.revokedAt !== null || (after.endsAt ?? forever) < (before.endsAt ?? forever);
}

/**
 * Returns the grants that must change, in their new state. A pure function of the sources, the catalog and the time.
 */
export function computeGrantChanges(input: {
  userId: string;
  sources: GrantSource[];
  existing: GrantRow[];
  benefitIdsOf: (productId: string) => string[];
  /** The mode of the sources. */
  mode: Mode;
  now: number;
}): GrantRow[] {
  const keyOf = (row: Pick<GrantRow, "benefitId" | "sourceType" | "sourceId">) =>
    `${row.sourceType} ${row.sourceId} ${row.benefitId}`;
  const existing = new Map(input.existing.map((row) => [keyOf(row), row]));
  const changed: GrantRow[] = [];

  for (const source of input.sources) {
    // If the source granted something before, new benefits come from a product edit or a plan change: granted now.
    const hadGrants = input.existing.some(
      (row) => row.sourceType === source.type && row.sourceId === source.id,
    );
    const expected = new Map<string, { productIds: string[]; quantity: number }>();
    if (source.access.active) {
      for (const { id, quantity, isRefunded = false } of source.products) {
        if (isRefunded) continue;
        for (const benefitId of input.benefitIdsOf(id)) {
          // If two items of a subscription include the same benefit, their quantities add up.
          const { productIds, quantity: others } = expected.get(benefitId) ?? {
            productIds: [],
            quantity: 0,
          };
          expected.set(benefitId, { productIds: [...productIds, id], quantity: others + quantity });
        }
      }
    }
    for (const [benefitId, { productIds, quantity }] of expected) {
      const key = { benefitId, sourceType: source.type, sourceId: source.id };
      const before = existing.get(keyOf(key));
      const after: GrantRow = {
        ...key,
        id: before?.id ?? deriveGrantId({ ...key, userId: input.userId }, source.access.since),
        userId: input.userId,
        productId: productIds.find((id) => id === before?.productId) ?? productIds[0]!,
        mode: input.mode,
        quantity,
        waitingFor: before?.waitingFor ?? null,
        reason: source.access.reason,
        grantedAt: before?.grantedAt ?? (hadGrants ? input.now : source.access.since),
        endsAt: source.access.until,
        revokedAt: null,
      };
      const isWaiting = after.waitingFor !== null;
      if (!before || isWaiting || !isSameState(before, after)) changed.push(after);
    }
    for (const before of existing.values()) {
      if (
        before.sourceType !== source.type ||
        before.sourceId !== source.id ||
        expected.has(before.benefitId)
      )
        continue;
      const isLineRefunded = source.products.some(
        ({ id, isRefunded }) => isRefunded && id === before.productId,
      );
      const after: GrantRow = {
        ...before,
        reason: source.access.active && isLineRefunded ? "order_refunded" : source.access.reason,
        revokedAt: before.revokedAt ?? input.now,
      };
      if (!isSameState(before, after)) changed.push(after);
    }
  }
  return changed;
}

/** The same grant has the same id, even if its row was lost. */
function deriveGrantId(
  row: Pick<GrantRow, "userId" | "benefitId" | "sourceType" | "sourceId">,
  since: number,
): string {
  const { userId, sourceType, sourceId, benefitId } = row;
  const type = sourceTypeToDeriveFrom(sourceType);
  return deriveId("grt", since, `${userId} ${type} ${sourceId} ${benefitId}`);
}

function isSameState(a: GrantRow, b: GrantRow): boolean {
  return (
    a.reason === b.reason &&
    a.endsAt === b.endsAt &&
    a.revokedAt === b.revokedAt &&
    a.productId === b.productId &&
    a.quantity === b.quantity
  );
}
