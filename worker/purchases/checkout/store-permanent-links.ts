import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { MAX_COUNTED, type PageWindow } from "../../db/page-cursor.ts";
import { prices, products } from "../../db/schema/catalog.ts";
import { permanentLinks } from "../../db/schema/permanent-links.ts";
import { pick } from "../../lib/pick.ts";

export type PermanentLinkRow = typeof permanentLinks.$inferSelect;

/** Whether a purchase's `linkId` is that of a permanent link. */
export const isPermanentLink = (linkId: string | null): linkId is string =>
  linkId?.startsWith("lnp_") ?? false;

/** Inserts a link, unless it is a plain one that exists already. */
export function insertPermanentLink(db: Database, row: PermanentLinkRow): Statement {
  return db
    .insert(permanentLinks)
    .values(row)
    .onConflictDoNothing({ target: permanentLinks.plainOf });
}

export function updatePermanentLink(
  db: Database,
  id: string,
  changes: Partial<PermanentLinkRow>,
): Statement {
  return db.update(permanentLinks).set(changes).where(eq(permanentLinks.id, id));
}

/** Counts a visit. */
export function addView(db: Database, id: string): Statement {
  return db
    .update(permanentLinks)
    .set({ views: sql`views + 1` })
    .where(eq(permanentLinks.id, id));
}

/**
 * How many checkouts of a link count toward its limit: those that are open or paid, also if they were refunded.
 * @param linkId an expression
 */
export const takenPlaces = (linkId: SQL): SQL =>
  sql`(SELECT count(*) FROM checkouts INDEXED BY checkouts_link_taken
    WHERE link_id = ${linkId} AND link_id IS NOT NULL AND status <> 'expired')`;

const idOfLink = sql.raw("permanent_links.id");

/** Counts rows of a link, up to one more than a list counts. */
const countOf = (from: string) =>
  sql<number>`(SELECT count(*) FROM (SELECT 1 FROM ${sql.raw(from)} LIMIT ${sql.raw(String(MAX_COUNTED + 1))}))`;

const selection = {
  link: permanentLinks,
  product: pick(products, ["name", "status", "slug"]),
  price: pick(prices, [
    "active",
    "currency",
    "amountMinor",
    "type",
    "model",
    "interval",
    "intervalCount",
    "minimumMinor",
    "trialDays",
  ]),
  /** Places of its limit that are taken; 0 without a limit. */
  taken: sql<number>`CASE WHEN max_purchases IS NULL THEN 0 ELSE ${takenPlaces(idOfLink)} END`,
};

const figures = {
  checkouts: countOf("checkouts WHERE checkouts.link_id = permanent_links.id"),
  purchases: sql<number>`${countOf(
    "orders WHERE orders.link_id = permanent_links.id AND orders.paid_at IS NOT NULL",
  )} + ${countOf(
    "subscriptions s WHERE s.link_id = permanent_links.id AND s.status NOT IN ('incomplete', 'incomplete_expired')",
  )}`,
};

const selectLinks = (db: Database) =>
  db
    .select(selection)
    .from(permanentLinks)
    .innerJoin(products, eq(products.id, permanentLinks.productId))
    .innerJoin(prices, eq(prices.id, permanentLinks.priceId));

/** A link, what it sells, and how many places of its limit are taken. */
export type FoundLink = Awaited<ReturnType<ReturnType<typeof selectLinks>["all"]>>[number];

/** Finds a link by its id, its code, or what it is the plain link of. */
export function findPermanentLink(
  db: Database,
  mode: Mode,
  by: "id" | "code" | "plainOf",
  value: string,
): Promise<FoundLink | undefined> {
  return selectLinks(db)
    .where(and(matches(permanentLinks, { mode }), eq(permanentLinks[by], value)))
    .get();
}

/** What a list of links shows. `isActive`: switched on and not expired; `search`: a part of the name, code or id. */
export type LinkFilter = {
  id?: string | undefined;
  productId?: string | undefined;
  isActive?: boolean | undefined;
  search?: string | undefined;
};

/** Lists links with what came of them, newest first. Ids start with their creation time. */
export function listPermanentLinks(
  db: Database,
  { mode, now }: { mode: Mode; now: number },
  { id, productId, isActive, search, after, limit }: LinkFilter & PageWindow,
) {
  const isOn = sql`(permanent_links.active = 1 AND (expires_at IS NULL OR expires_at > ${now}))`;
  return db
    .select({ ...selection, ...figures })
    .from(permanentLinks)
    .innerJoin(products, eq(products.id, permanentLinks.productId))
    .innerJoin(prices, eq(prices.id, permanentLinks.priceId))
    .where(
      and(
        sql`+${permanentLinks.mode} = ${mode}`,
        id === undefined ? undefined : eq(permanentLinks.id, id),
        after && lt(permanentLinks.id, after.id),
        productId === undefined ? undefined : eq(permanentLinks.productId, productId),
        isActive === undefined ? undefined : isActive ? isOn : sql`NOT ${isOn}`,
        search === undefined
          ? undefined
          : sql`instr(lower(permanent_links.name || ' ' || code || ' ' || permanent_links.id), ${search.toLowerCase()}) > 0`,
      ),
    )
    .orderBy(desc(permanentLinks.id))
    .limit(limit);
}

export type ListedLink = Awaited<ReturnType<typeof listPermanentLinks>>[number];
