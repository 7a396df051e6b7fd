import { and, asc, desc, eq, gt, isNull, max, or, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, isOneOf, matches, type Database, type Statement } from "../db/client.ts";
import { benefits, prices, productBenefits, products } from "../db/schema/catalog.ts";
import { pick } from "../lib/pick.ts";
import { hasExactly } from "../translations/store.ts";
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
    | "media"
    | "sharePicture"
    | "planGroup"
    | "addOns"
    | "parts"
    | "status"
    | "stripeProductId"
    | "taxCode"
    | "updatedAt"
  >
>;

export function setProduct(db: Database, id: string, change: ProductChange): Statement {
  return db.update(products).set(change).where(eq(products.id, id));
}

/** Aborts the batch if the product was changed since `updatedAt`. Must be the first statement. */
export function assertProductUnchanged(input: { id: string; updatedAt: number }) {
  const isUnchanged = eq(products.updatedAt, input.updatedAt);
  return abortUnless(products.name, isUnchanged, eq(products.id, input.id));
}

/** Aborts the batch if the product exists at Stripe by now, because it was published meanwhile. */
export function assertNotAtStripe(id: string) {
  return abortUnless(products.name, isNull(products.stripeProductId), eq(products.id, id));
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
): Statement {
  return db.update(prices).set(change).where(eq(prices.id, id));
}

/** Deletes a price that Stripe never had. Fails for one that was sold. */
export function deletePrice(db: Database, id: string): Statement {
  return db.delete(prices).where(eq(prices.id, id));
}

/** Inserts a price that was created at Stripe, once per Stripe price. */
export function insertStripePrice(db: Database, row: PriceRow): Statement {
  return db.insert(prices).values(row).onConflictDoNothing();
}

/**
 * Unlinks a product's prices from Stripe, after the product was created there again: they must be created again too.
 */
export function clearStripePriceIds(db: Database, productId: string): Statement {
  return db.update(prices).set({ stripePriceId: null }).where(eq(prices.productId, productId));
}

export async function readLastPosition(db: Database, mode: Mode): Promise<number> {
  const row = await db
    .select({ last: max(products.position) })
    .from(products)
    .where(eq(products.mode, mode))
    .get();
  return row?.last ?? -1;
}

/** Returns the next product above, among those with the same mode and status. */
export function findProductAbove(db: Database, id: string) {
  return db
    .select({ id: products.id })
    .from(products)
    .where(
      sql`(${products.mode}, ${products.status}) = (SELECT mode, status FROM products WHERE id = ${id})
        AND (${products.position}, ${products}.rowid) < (SELECT position, rowid FROM products WHERE id = ${id})`,
    )
    .orderBy(desc(products.position), sql`${products}.rowid DESC`)
    .limit(1)
    .get();
}

/**
 * Moves a product directly after another, or with null before all others. At most two statements, for any number of
 * products; run them in this order.
 */
export function moveProductAfter(
  db: Database,
  { mode, id, afterId }: { mode: Mode; id: string; afterId: string | null },
): Statement[] {
  const setPosition = (position: SQL) =>
    db.update(products).set({ position }).where(eq(products.id, id));
  if (afterId === null)
    return [setPosition(sql`(SELECT min(position) FROM products WHERE mode = ${mode}) - 1`)];
  return [
    // Makes room: `rowid` breaks ties, so the products below get a position that is two higher.
    db
      .update(products)
      .set({ position: sql`position + 2` })
      .where(
        sql`mode = ${mode} AND (position, rowid) > (SELECT position, rowid FROM products WHERE id = ${afterId})`,
      ),
    setPosition(sql`(SELECT position FROM products WHERE id = ${afterId}) + 1`),
  ];
}

/** Aborts the batch if the benefit is no longer the one that the edit started from. */
export function assertBenefitUnchanged(expected: Benefit) {
  const isSame = sql`name = ${expected.name} AND json(settings) = json(${JSON.stringify(expected.settings)})`;
  return abortUnless(benefits.name, isSame, eq(benefits.id, expected.id));
}

/** Aborts the batch if the benefit's translations are not these. */
export function assertBenefitTextsUnchanged(
  id: string,
  expected: { locale: string; field: string; text: string }[],
) {
  return abortUnless(benefits.name, hasExactly(id, expected), eq(benefits.id, id));
}

export function setBenefit(
  db: Database,
  id: string,
  change: Pick<Benefit, "name" | "settings">,
): Statement {
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

export function deleteProductBenefit(
  db: Database,
  { productId, benefitId }: { productId: string; benefitId: string },
): Statement {
  return db.delete(productBenefits).where(matches(productBenefits, { productId, benefitId }));
}

/** A bundle, or the bundles that include a product: an SQL condition on `products`. */
const isBundleOf = (productId: string) =>
  sql`(products.id = ${productId} OR EXISTS (SELECT 1 FROM json_each(products.parts) WHERE value = ${productId}))
    AND products.parts IS NOT NULL`;

/** Returns the ids of the bundles that include a product. */
export async function listBundlesOf(db: Database, productId: string): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(sql`${isBundleOf(productId)} AND products.id <> ${productId}`);
  return rows.map(({ id }) => id);
}

/** Removes the benefits that bundles have from the products that they include: of a product, and of those that include it. */
export const removeBenefitsOfParts = (productId: string): Statement =>
  sql`DELETE FROM product_benefits WHERE part_id IS NOT NULL AND (product_id = ${productId}
    OR product_id IN (SELECT products.id FROM products WHERE ${isBundleOf(productId)}))`;

/** Gives these bundles the benefits of the products that they include, after their own. */
export const addBenefitsOfParts = (productId: string): Statement =>
  sql`INSERT OR IGNORE INTO product_benefits (product_id, benefit_id, position, part_id)
    SELECT products.id, b.benefit_id, 1000 * (part.key + 1) + b.position, b.product_id
    FROM products CROSS JOIN json_each(products.parts) AS part
      CROSS JOIN product_benefits AS b ON b.product_id = part.value AND b.part_id IS NULL
    WHERE ${isBundleOf(productId)} ORDER BY part.key, b.position`;

/** Sets each benefit's position to its place in the list. */
export function setProductBenefitPositions(
  db: Database,
  input: { productId: string; benefitIds: string[] },
): Statement {
  const list = sql`json_each(${JSON.stringify(input.benefitIds)})`;
  return db
    .update(productBenefits)
    .set({ position: sql`(SELECT key FROM ${list} WHERE value = ${productBenefits.benefitId})` })
    .where(
      and(
        eq(productBenefits.productId, input.productId),
        isOneOf(productBenefits.benefitId, input.benefitIds),
      ),
    );
}

export function findProductByStripeId(db: Database, mode: Mode, stripeProductId: string) {
  return db
    .select({ id: products.id })
    .from(products)
    .where(matches(products, { mode, stripeProductId }))
    .get();
}

/** Returns the ids at Stripe of the newest products that exist there. */
export async function listNewestStripeProductIds(
  db: Database,
  mode: Mode,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select(pick(products, ["stripeProductId"]))
    .from(products)
    .where(and(sql`+${products.mode} = ${mode}`, sql`${products.stripeProductId} IS NOT NULL`))
    .orderBy(desc(products.id))
    .limit(limit);
  return rows.flatMap(({ stripeProductId }) => stripeProductId ?? []);
}

/** Returns the products with these ids at Stripe. */
export function listProductsByStripeId(db: Database, mode: Mode, stripeProductIds: string[]) {
  return db
    .select()
    .from(products)
    .where(and(eq(products.mode, mode), isOneOf(products.stripeProductId, stripeProductIds)));
}
