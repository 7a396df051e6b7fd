import { and, sql } from "drizzle-orm";
import { isOneOf, matches, type Database } from "../../db/client.ts";
import { prices } from "../../db/schema/catalog.ts";

/** Returns the lowest active price in a currency, in minor units; null if there is none. No ids means all products. */
export async function findLowestPrice(
  db: Database,
  filter: { mode: "test" | "live"; currency: string; productIds: string[] },
): Promise<number | null> {
  const { mode, currency, productIds } = filter;
  const row = await db
    .select({ lowest: sql<number | null>`min(coalesce(minimum_minor, amount_minor))` })
    .from(prices)
    .where(
      and(
        matches(prices, { mode, currency, active: true }),
        productIds.length === 0 ? undefined : isOneOf(prices.productId, productIds),
      ),
    )
    .get();
  return row?.lowest ?? null;
}
