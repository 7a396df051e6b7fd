import { and, asc, eq, gt, isNull, max, or, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, isOneOf, type Database } from "../db/client.ts";
import { benefits, prices, productBenefits, products } from "../db/schema/catalog.ts";
import { gifts } from "../db/schema/grants.ts";
import type { Benefit } from "./benefit.ts";
import type { PriceRow, ProductRow } from "./store.ts";

/** The product columns that an edit or a sync may change. */
export type ProductChange = Partial<
  Pick<
    ProductRow,
    | "slug"
    | "name"
    | "tagline"
    | "description"
    | "image"
    | "sharePicture"
    | "planGroup"
    | "status"
    | "stripeProductId"
    | "updatedAt"
  >
>;

export function setProduct(db: Database, id: string, change: ProductChange) {
  return db.update(products).set(change).where(eq(products.id, id));
}

/** Aborts the batch if the product was changed since `updatedAt`. Must be the first statement. */
export function assertProductUnchanged(db: Database, input: { id: string; updatedAt: number }) {
  const isUnchanged = eq(products.updatedAt, input.updatedAt);
  return abortUnless(db, products.name, isUnchanged, eq(products.id, input.id));
}

/** Lists the products with one status after a position, in the seller's order. `rowid` breaks ties. */
export function listProductsOfStatus(
  db: Database,
  input: {
    mode: Mode;
    status: ProductRow["status"];
    after: { position: number; rowid: number } | undefined;
    limit: number;
  },
) {
  const { after } = input;
  const { id, slug, name, image, sharePicture, status, position, updatedAt } = products;
  const rowid = sql<number>`${products}.rowid`;
  return db
    .select({ id, slug, name, image, sharePicture, status, position, updatedAt, rowid })
    .from(products)
    .where(
      and(
        eq(status, input.status),
        eq(products.mode, input.mode),
        after &&
          or(
            gt(position, after.position),
            and(eq(position, after.position), sql`${rowid} > ${after.rowid}`),
          ),
        after && sql`${position} >= ${after.position}`,
      ),
    )
    .orderBy(asc(position), asc(rowid))
    .limit(input.limit);
}

export type CatalogRow = Awaited<ReturnType<typeof listProductsOfStatus>>[number];

/** Lists every price of these products, oldest first. */
export function listPrices(db: Database, productIds: string[]) {
  return db
    .select()
    .from(prices)
    .where(isOneOf(prices.productId, productIds))
    .orderBy(asc(prices.id));
}

export function setPrice(
  db: Database,
  id: string,
  change: Partial<Pick<PriceRow, "active" | "stripePriceId" | "taxBehavior">>,
) {
  return db.update(prices).set(change).where(eq(prices.id, id));
}

/** Inserts a price that was created at Stripe, once per Stripe price. */
export function insertStripePrice(db: Database, row: PriceRow) {
  return db.insert(prices).values(row).onConflictDoNothing();
}

/**
 * Unlinks a product's prices from Stripe, after the product was created there again: they must be created again too.
 */
export function clearStripePriceIds(db: Database, productId: string) {
  return db.update(prices).set({ stripePriceId: null }).where(eq(prices.productId, productId));
}

export async function findLastPosition(db: Database, mode: Mode): Promise<number> {
  const row = await db
    .select({ last: max(products.position) })
    .from(products)
    .where(eq(products.mode, mode))
    .get();
  return row?.last ?? -1;
}

/** Returns the next product above or below, among those with the same mode and status. */
export function findAdjacentProduct(db: Database, input: { id: string; direction: "up" | "down" }) {
  const isUp = input.direction === "up";
  const compare = sql.raw(isUp ? "<" : ">");
  const order = sql.raw(isUp ? "DESC" : "ASC");
  return db
    .select({ id: products.id })
    .from(products)
    .where(
      sql`(${products.mode}, ${products.status}) = (SELECT mode, status FROM products WHERE id = ${input.id})
        AND (${products.position}, ${products}.rowid) ${compare}
          (SELECT position, rowid FROM products WHERE id = ${input.id})`,
    )
    .orderBy(sql`${products.position} ${order}, ${products}.rowid ${order}`)
    .limit(1)
    .get();
}

/** Moves a product directly before another. Run both statements, in this order. */
export function moveProductBefore(
  db: Database,
  input: { mode: Mode; id: string; beforeId: string },
) {
  const { mode, id, beforeId } = input;
  const target = sql`(SELECT position FROM products WHERE id = ${beforeId})`;
  return [
    db
      .update(products)
      .set({ position: sql`position + 1` })
      .where(and(eq(products.mode, mode), sql`position >= ${target}`)),
    db
      .update(products)
      .set({ position: sql`${target} - 1` })
      .where(eq(products.id, id)),
  ];
}

/** Lists the products that include a benefit, in both modes. */
export function listProductsOfBenefit(db: Database, benefitId: string) {
  return db
    .select({ id: products.id, name: products.name })
    .from(productBenefits)
    .innerJoin(products, eq(products.id, productBenefits.productId))
    .where(eq(productBenefits.benefitId, benefitId))
    .orderBy(asc(products.position));
}

/** Aborts the batch if the benefit is no longer the one that the edit started from. */
export function assertBenefitUnchanged(db: Database, expected: Benefit) {
  const isSame = sql`name = ${expected.name} AND json(settings) = json(${JSON.stringify(expected.settings)})`;
  return abortUnless(db, benefits.name, isSame, eq(benefits.id, expected.id));
}

export function setBenefit(db: Database, id: string, change: Pick<Benefit, "name" | "settings">) {
  return db.update(benefits).set(change).where(eq(benefits.id, id));
}

/** Lists benefits ordered by id, after `afterId`, of one type or of all types. */
export function listAllBenefits(
  db: Database,
  input: { afterId: string; type: Benefit["type"] | undefined; limit: number },
) {
  return db
    .select({ id: benefits.id, type: benefits.type, name: benefits.name })
    .from(benefits)
    .where(
      and(
        gt(benefits.id, input.afterId),
        input.type === undefined ? undefined : eq(benefits.type, input.type),
      ),
    )
    .orderBy(asc(benefits.id))
    .limit(input.limit);
}

/** Adds a benefit at the end of a product's benefits. Does nothing if the product already has it. */
export function appendProductBenefit(
  db: Database,
  input: { productId: string; benefitId: string },
) {
  const last = sql`(SELECT max(position) FROM product_benefits WHERE product_id = ${input.productId})`;
  return db
    .insert(productBenefits)
    .values({ ...input, position: sql`coalesce(${last}, -1) + 1` })
    .onConflictDoNothing();
}

export function deleteProductBenefit(
  db: Database,
  input: { productId: string; benefitId: string },
) {
  return db
    .delete(productBenefits)
    .where(
      and(
        eq(productBenefits.productId, input.productId),
        eq(productBenefits.benefitId, input.benefitId),
      ),
    );
}

export function setProductBenefitPosition(
  db: Database,
  input: { productId: string; benefitId: string; position: number },
) {
  return db
    .update(productBenefits)
    .set({ position: input.position })
    .where(
      and(
        eq(productBenefits.productId, input.productId),
        eq(productBenefits.benefitId, input.benefitId),
      ),
    );
}

/** Lists the users with a gift of this product that was not revoked, ordered by id, after `afterUserId`. */
export function listUsersWithGift(
  db: Database,
  input: { mode: Mode; productId: string; afterUserId: string; limit: number },
) {
  return db
    .selectDistinct({ userId: gifts.userId })
    .from(gifts)
    .where(
      and(
        eq(gifts.productId, input.productId),
        eq(gifts.mode, input.mode),
        isNull(gifts.endedAt),
        gt(gifts.userId, input.afterUserId),
      ),
    )
    .orderBy(asc(gifts.userId))
    .limit(input.limit);
}

export function findProductByStripeId(db: Database, mode: Mode, stripeProductId: string) {
  return db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.mode, mode), eq(products.stripeProductId, stripeProductId)))
    .get();
}

/** Lists the products that exist at Stripe, ordered by id, after `afterId`. */
export function listLinkedProducts(
  db: Database,
  input: { mode: Mode; afterId: string; limit: number },
) {
  return db
    .select()
    .from(products)
    .where(
      and(
        gt(products.id, input.afterId),
        eq(products.mode, input.mode),
        sql`${products.stripeProductId} IS NOT NULL`,
      ),
    )
    .orderBy(asc(products.id))
    .limit(input.limit);
}
