import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkEntitlement } from "../access/check-entitlement.ts";
import { isInForce } from "../in-force.ts";
import { commit } from "../db/client.ts";
import { benefits, type BenefitSettings } from "../db/schema/catalog.ts";
import { grants } from "../db/schema/grants.ts";
import { deleteOutageMode, insertOutageMode } from "../access/store.ts";
import { newId } from "../lib/ids.ts";
import { listFeed } from "../testing/clients/feed.ts";
import { openTestShop } from "../testing/shop.ts";
import { entitlement, type Entitlement } from "./entitlement.ts";
import { recordEvents } from "./record-events.ts";

const NOW = Date.UTC(2026, 2, 1, 9, 30);

type Held = Pick<
  typeof grants.$inferSelect,
  "sourceType" | "reason" | "quantity" | "endsAt" | "revokedAt"
> & { limit: BenefitSettings["feature"]["limit"] };

const time = fc.integer({ min: NOW - 5, max: NOW + 5 });
const held: fc.Arbitrary<Held> = fc.record({
  sourceType: fc.constantFrom("order", "subscription", "gift"),
  reason: fc.constantFrom("order_paid", "subscription_active", "gift", "gift_ended"),
  quantity: fc.integer({ min: 1, max: 9 }),
  endsAt: fc.option(time),
  revokedAt: fc.option(time),
  limit: fc.option(fc.record({ amount: fc.integer({ min: 1, max: 9 }), perSeat: fc.boolean() }), {
    nil: undefined,
  }),
});

/** The same rule in TypeScript, without the sources. */
function modelEntitlement(all: Held[], now: number) {
  const inForce = all.filter((each) => isInForce(each, now));
  const sources = inForce.length > 0 ? inForce : all;
  const limits = inForce.map(({ limit, quantity }) =>
    limit ? limit.amount * (limit.perSeat ? quantity : 1) : Infinity,
  );
  const ends = sources.map(({ revokedAt, endsAt }) => revokedAt ?? endsAt ?? Infinity);
  const sum = limits.reduce((total, limit) => total + limit, 0);
  const end = Math.max(...ends);
  return {
    allowed: inForce.length > 0,
    limit: sum === Infinity ? null : sum,
    until: Math.abs(end) === Infinity ? null : new Date(end).toISOString(),
    sourceCount: sources.length,
  };
}

/** Gives a new user these grants of one feature, each from a source and a benefit of its own. */
async function holdGrants(all: Held[]) {
  const shop = openTestShop();
  const { db } = shop.ctx();
  const [userId, product] = [await shop.createUser(), await shop.createDraftProduct()];
  const statements = all.flatMap(({ limit, ...grant }) => {
    const benefitId = newId("bnf", NOW);
    const settings = { key: "x", ...(limit && { limit }) };
    return [
      db
        .insert(benefits)
        .values({ id: benefitId, type: "feature", name: "X", settings, createdAt: NOW }),
      db.insert(grants).values({
        ...grant,
        id: newId("grt", NOW),
        userId,
        benefitId,
        productId: product.id,
        sourceId: newId("ord", NOW),
        grantedAt: NOW,
      }),
    ];
  });
  await commit(db, statements);
  return { shop, userId };
}

test("an entitlement is what a plain model says, also in outage mode, and an event says the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(held, { maxLength: 4 }),
      fc.option(fc.integer({ min: NOW - 4, max: NOW + 4 })),
      async (all, outageSince) => {
        const { shop, userId } = await holdGrants(all);
        const ctx = shop.ctx(undefined, NOW);
        const outage = outageSince === null ? [] : [insertOutageMode(ctx.db, outageSince)];
        let actual: Entitlement;
        try {
          await commit(ctx.db, outage);
          actual = await checkEntitlement(ctx, { userId, key: "x" });
          await commit(ctx.db, recordEvents(ctx, { userId, kinds: ["entitlement"] }));
        } finally {
          await commit(ctx.db, [deleteOutageMode(ctx.db)]);
        }
        const expected = modelEntitlement(all, Math.min(NOW, outageSince ?? NOW));
        const { allowed, limit, until, because } = entitlement.parse(actual);
        expect({ allowed, limit, until, sourceCount: because.length }).toEqual(expected);
        const events = await listFeed(shop, { userId });
        expect(events.map(({ data }) => data)).toEqual(allowed ? [actual] : []);
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
});
