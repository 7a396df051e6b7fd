import { and, asc, eq, gt, isNull, max, or, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { isOneOf, type Database } from "../db/client.ts";
import { benefits, prices, productBenefits, products } from "../db/schema/catalog.ts";
import { comps } from "../db/schema/grants.ts";
import type { Benefit } from "./benefit.ts";
import type { PriceRow, ProductRow } from "./store.ts";

/** What an edit, or news from Stripe, may change of a product. */
export type ProductChange = Partial<
  Pick<
    ProductRow,
    | "slug"
    | "name"
    | "tagline"
    | "description"
    | "image"
    | "exclusiveGroup"
    | "status"
    | "stripeProductId"
    | "updatedAt"
  >
>;

export function setProduct(db: Database, id: string, change: ProductChange) {
  return db.update(products).set(change).where(eq(products.id, id));
}

/** First in an edit's batch: breaks it where the product was changed since `updatedAt`. */
export function assertUnchanged(db: Database, input: { id: string; updatedAt: number }) {
  return db
    .update(products)
    .set({ name: sql`CASE WHEN updated_at = ${input.updatedAt} THEN name END` })
    .where(eq(products.id, input.id));
}

/** A product of one status, in the seller's order, after a position; with its row's number, which breaks ties. */
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
  const { id, slug, name, image, status, position, updatedAt } = products;
  const rowid = sql<number>`${products}.rowid`;
  return db
    .select({ id, slug, name, image, status, position, updatedAt, rowid })
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

/** Every price of these products, oldest first. */
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
  change: Partial<Pick<PriceRow, "active" | "stripePriceId">>,
) {
  return db.update(prices).set(change).where(eq(prices.id, id));
}

/** Once for each price of Stripe's. */
export function insertStripePrice(db: Database, row: PriceRow) {
  return db.insert(prices).values(row).onConflictDoNothing();
}

/** The product was made anew at Stripe: so must its prices be. */
export function forgetStripePrices(db: Database, productId: string) {
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

/** Who stands right above or below a product among those of its status. */
export function findNeighbor(db: Database, input: { id: string; direction: "up" | "down" }) {
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

/** Puts a product right before another. Two writes, in this order. */
export function moveProduct(db: Database, input: { mode: Mode; id: string; beforeId: string }) {
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

/** Which products a benefit is of, in one mode or the other. */
export function listProductsOfBenefit(db: Database, benefitId: string) {
  return db
    .select({ id: products.id, name: products.name })
    .from(productBenefits)
    .innerJoin(products, eq(products.id, productBenefits.productId))
    .where(eq(productBenefits.benefitId, benefitId))
    .orderBy(asc(products.position));
}

/** Breaks the batch where the benefit is not what the edit was made from. */
export function assertSameBenefit(db: Database, was: Benefit) {
  const isSame = sql`name = ${was.name} AND json(settings) = json(${JSON.stringify(was.settings)})`;
  return db
    .update(benefits)
    .set({ name: sql`CASE WHEN ${isSame} THEN name END` })
    .where(eq(benefits.id, was.id));
}

export function setBenefit(db: Database, id: string, change: Pick<Benefit, "name" | "settings">) {
  return db.update(benefits).set(change).where(eq(benefits.id, id));
}

/** Benefits by id after `afterId`, of one type or all, each with how many products it is of. */
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

/** After the product's others; it may be there already. */
export function appendBenefit(db: Database, input: { productId: string; benefitId: string }) {
  const last = sql`(SELECT max(position) FROM product_benefits WHERE product_id = ${input.productId})`;
  return db
    .insert(productBenefits)
    .values({ ...input, position: sql`coalesce(${last}, -1) + 1` })
    .onConflictDoNothing();
}

export function removeBenefit(db: Database, input: { productId: string; benefitId: string }) {
  return db
    .delete(productBenefits)
    .where(
      and(
        eq(productBenefits.productId, input.productId),
        eq(productBenefits.benefitId, input.benefitId),
      ),
    );
}

export function setBenefitPosition(
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

/** People who hold gifts of a product that are not over, by id after `afterUserId`. */
export function listCompHolders(
  db: Database,
  input: { mode: Mode; productId: string; afterUserId: string; limit: number },
) {
  return db
    .selectDistinct({ userId: comps.userId })
    .from(comps)
    .where(
      and(
        eq(comps.productId, input.productId),
        eq(comps.mode, input.mode),
        isNull(comps.endedAt),
        gt(comps.userId, input.afterUserId),
      ),
    )
    .orderBy(asc(comps.userId))
    .limit(input.limit);
}

export function findProductOfStripe(db: Database, mode: Mode, stripeProductId: string) {
  return db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.mode, mode), eq(products.stripeProductId, stripeProductId)))
    .get();
}

/** Products that exist at Stripe, by id after `afterId`. */
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
