import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { isOneOf, matches, type Database, type Statement } from "../db/client.ts";
import type { Benefit } from "./benefit.ts";
import { benefits, prices, productBenefits, products } from "../db/schema/catalog.ts";

export type ProductRow = typeof products.$inferSelect;
export type PriceRow = typeof prices.$inferSelect;

/** Lists the published products of this mode, in the seller's order. */
export function listPublishedProducts(db: Database, mode: Mode) {
  return db
    .select()
    .from(products)
    .where(matches(products, { status: "published", mode }))
    .orderBy(asc(products.position));
}

export function findProductBySlug(db: Database, slug: string) {
  return db.select().from(products).where(eq(products.slug, slug)).get();
}

/** Lists the prices that are active and exist at Stripe, cheapest first. */
export function listActivePrices(db: Database, productIds: string[]) {
  return db
    .select()
    .from(prices)
    .where(
      and(
        isOneOf(prices.productId, productIds),
        eq(prices.active, true),
        isNotNull(prices.stripePriceId),
      ),
    )
    .orderBy(asc(prices.amountMinor));
}

/** Lists the active prices, cheapest first, whether Stripe knows them yet or not. */
export function listOfferedPrices(db: Database, productIds: string[]) {
  return db
    .select()
    .from(prices)
    .where(and(isOneOf(prices.productId, productIds), eq(prices.active, true)))
    .orderBy(asc(prices.amountMinor));
}

/** Lists what can be bought: the active prices of published products that exist at Stripe, in the seller's order. */
export async function listPricesForSale(db: Database, mode: Mode) {
  const { name, stripeProductId } = products;
  const { stripePriceId, type } = prices;
  const rows = await db
    .select({ name, stripeProductId, stripePriceId, type })
    .from(products)
    .innerJoin(prices, eq(prices.productId, products.id))
    .where(and(matches(products, { status: "published", mode }), eq(prices.active, true)))
    .orderBy(asc(products.position));
  return rows.flatMap((row) =>
    row.stripeProductId && row.stripePriceId
      ? [{ ...row, stripeProductId: row.stripeProductId, stripePriceId: row.stripePriceId }]
      : [],
  );
}

/**
 * Lists active prices of published products that include one of these benefits: seller's order, then cheapest first.
 */
export function listPricesForBenefits(db: Database, mode: Mode, benefitIds: string[]) {
  const productIds = db
    .select({ productId: productBenefits.productId })
    .from(productBenefits)
    .where(isOneOf(productBenefits.benefitId, benefitIds));
  return db
    .select({ price: prices, product: products })
    .from(products)
    .innerJoin(prices, eq(prices.productId, products.id))
    .where(
      and(
        inArray(products.id, productIds),
        matches(products, { status: "published", mode }),
        eq(prices.active, true),
      ),
    )
    .orderBy(asc(products.position), asc(prices.amountMinor));
}

/** Returns a price with its product, in any state. */
export function findPrice(db: Database, priceId: string) {
  return db
    .select({ price: prices, product: products })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(eq(prices.id, priceId))
    .get();
}

/**
 * Lists what can be bought beside something else: active one-time prices with a fixed amount of published products that
 * exist at Stripe, cheapest first.
 */
export async function listAddablePrices(
  db: Database,
  { mode, productIds, priceIds }: { mode: Mode; productIds?: string[]; priceIds?: string[] },
): Promise<PriceAtStripe[]> {
  const rows = await db
    .select({ price: prices, product: products })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(
      and(
        productIds && isOneOf(prices.productId, productIds),
        priceIds && isOneOf(prices.id, priceIds),
        sql`+${prices.mode} = ${mode} AND ${prices.active} = 1`,
        sql`${prices.type} = 'one_time' AND ${prices.model} <> 'pay_what_you_want'`,
        eq(products.status, "published"),
      ),
    )
    .orderBy(asc(prices.amountMinor));
  return rows.flatMap(atStripe);
}

/** Returns prices that exist at Stripe with their products, in any state. */
export async function listPricesById(db: Database, ids: string[]): Promise<PriceAtStripe[]> {
  const rows = await db
    .select({ price: prices, product: products })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(isOneOf(prices.id, ids));
  return rows.flatMap(atStripe);
}

type PriceAtStripe = { price: PriceRow & { stripePriceId: string }; product: ProductRow };

function atStripe({ price, product }: { price: PriceRow; product: ProductRow }): PriceAtStripe[] {
  const { stripePriceId } = price;
  return stripePriceId === null ? [] : [{ price: { ...price, stripePriceId }, product }];
}

/**
 * Lists the active recurring prices of published products that are in `productIds` or in one of these plan groups, and
 * the recurring prices in `stripePriceIds` in any state.
 */
export function listRecurringPrices(
  db: Database,
  input: { mode: Mode; productIds: string[]; groups: string[]; stripePriceIds: string[] },
) {
  return db
    .select({ price: prices, product: products })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(
      and(
        matches(prices, { mode: input.mode, type: "recurring" }),
        or(
          isOneOf(prices.stripePriceId, input.stripePriceIds),
          and(
            or(isOneOf(products.id, input.productIds), isOneOf(products.planGroup, input.groups)),
            eq(products.status, "published"),
            eq(prices.active, true),
          ),
        ),
      ),
    )
    .orderBy(asc(products.position), asc(prices.amountMinor));
}

/** Lists the benefits of a product without those of the products that it includes, in the seller's order. */
export async function listOwnBenefits(db: Database, productId: string): Promise<Benefit[]> {
  const rows = await db
    .select({ benefit: benefits })
    .from(productBenefits)
    .innerJoin(benefits, eq(benefits.id, productBenefits.benefitId))
    .where(matches(productBenefits, { productId, partId: null }))
    .orderBy(asc(productBenefits.position));
  return rows.map(({ benefit }) => asBenefit(benefit));
}

/** Lists each product's benefits, in the seller's order; of a bundle, also those of the products that it includes. */
export async function listBenefits(db: Database, productIds: string[]) {
  const rows = await db
    .select({ productId: productBenefits.productId, benefit: benefits })
    .from(productBenefits)
    .innerJoin(benefits, eq(benefits.id, productBenefits.benefitId))
    .where(isOneOf(productBenefits.productId, productIds))
    .orderBy(asc(productBenefits.productId), asc(productBenefits.position));
  return rows.map(({ productId, benefit }) => ({ productId, benefit: asBenefit(benefit) }));
}

export async function listBenefitsById(db: Database, ids: string[]): Promise<Benefit[]> {
  const rows = await db.select().from(benefits).where(isOneOf(benefits.id, ids));
  return rows.map(asBenefit);
}

/** The column types don't tie `settings` to the row's `type`; `newBenefit` validated them on write. */
function asBenefit(row: typeof benefits.$inferSelect): Benefit {
  return row as Benefit;
}

/** Lists the ids of products with their ids at Stripe: of all products of a mode, or only of some. */
export function listStripeProductIds(
  db: Database,
  mode: Mode,
  only: { ids?: string[]; stripeProductIds?: string[] } = {},
) {
  return db
    .select({ id: products.id, stripeProductId: products.stripeProductId })
    .from(products)
    .where(
      and(
        // The plus keeps SQLite from reading all products of the mode to find those with the given ids.
        only.ids ? sql`+${products.mode} = ${mode}` : eq(products.mode, mode),
        only.ids && isOneOf(products.id, only.ids),
        only.stripeProductIds && isOneOf(products.stripeProductId, only.stripeProductIds),
      ),
    );
}

export function listProductsById(db: Database, ids: string[]) {
  return db.select().from(products).where(isOneOf(products.id, ids));
}

/**
 * Lists the products that a user has bought or was given, in any mode, whether they give access or not. With `UNION
 * ALL`: the list of IN has each id once anyway, and making it so twice costs a row for each.
 */
export function listProductsOfUser(db: Database, userId: string) {
  return db
    .select()
    .from(products)
    .where(
      sql`${products.id} IN (SELECT product_id FROM orders WHERE user_id = ${userId}
        UNION ALL SELECT line.value ->> 'productId' FROM orders INDEXED BY orders_lines
          CROSS JOIN json_each(orders.lines) AS line WHERE user_id = ${userId} AND lines IS NOT NULL
        UNION ALL SELECT product_id FROM gifts WHERE user_id = ${userId}
        UNION ALL SELECT item.product_id FROM subscriptions
          JOIN subscription_items AS item ON item.subscription_id = subscriptions.id
          WHERE subscriptions.user_id = ${userId})`,
    );
}

export function findProduct(db: Database, id: string) {
  return db.select().from(products).where(eq(products.id, id)).get();
}

export function insertProduct(db: Database, row: typeof products.$inferInsert): Statement {
  return db.insert(products).values(row);
}

export function insertPrice(db: Database, row: typeof prices.$inferInsert): Statement {
  return db.insert(prices).values(row);
}

export function insertBenefit(db: Database, row: typeof benefits.$inferInsert) {
  return db.insert(benefits).values(row);
}

export function insertProductBenefit(
  db: Database,
  row: typeof productBenefits.$inferInsert,
): Statement {
  return db.insert(productBenefits).values(row);
}
