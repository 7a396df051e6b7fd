import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { matches, type Database, type Statement } from "../db/client.ts";
import { prices, products, upgrades } from "../db/schema/catalog.ts";
import { pick } from "../lib/pick.ts";

/** Lists the prices for sale that a user's products lead to, by the product that leads there. */
export function listUpgradesFrom(db: Database, input: { mode: Mode; userId: string }) {
  return db
    .select({
      fromProductId: upgrades.fromProductId,
      price: prices,
      product: pick(products, ["id", "slug", "name"]),
    })
    .from(upgrades)
    .innerJoin(prices, eq(prices.id, upgrades.toPriceId))
    .innerJoin(products, eq(products.id, prices.productId))
    .where(
      and(
        sql`${upgrades.fromProductId} IN (SELECT product_id FROM orders WHERE user_id = ${input.userId})`,
        matches(prices, { mode: input.mode, active: true, type: "one_time", model: "fixed" }),
        isNotNull(prices.stripePriceId),
        eq(products.status, "published"),
      ),
    );
}

/** Returns the price that owners of a product can upgrade to, in any state. */
export function findUpgrade(db: Database, fromProductId: string) {
  return db.select().from(upgrades).where(eq(upgrades.fromProductId, fromProductId)).get();
}

/** Lists the prices that a product can be upgraded to: for sale once, at a fixed amount. */
export function listUpgradeTargets(db: Database, mode: Mode) {
  return db
    .select({
      priceId: prices.id,
      productId: products.id,
      name: products.name,
      ...pick(prices, ["amountMinor", "currency"]),
    })
    .from(products)
    .innerJoin(prices, eq(prices.productId, products.id))
    .where(
      and(
        matches(products, { status: "published", mode }),
        matches(prices, { active: true, type: "one_time", model: "fixed" }),
      ),
    )
    .orderBy(products.position, prices.amountMinor);
}

/** Saves the price that owners of a product can upgrade to. */
export function upsertUpgrade(db: Database, row: typeof upgrades.$inferInsert): Statement {
  return db
    .insert(upgrades)
    .values(row)
    .onConflictDoUpdate({ target: upgrades.fromProductId, set: { toPriceId: row.toPriceId } });
}

export function deleteUpgrade(db: Database, fromProductId: string): Statement {
  return db.delete(upgrades).where(eq(upgrades.fromProductId, fromProductId));
}
