import type { Mode } from "../../config/config.ts";
import { inForce } from "../../in-force.ts";
import { and, asc, desc, eq, max, sql, type SQL } from "drizzle-orm";
import { abortUnless, isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { products } from "../../db/schema/catalog.ts";
import { grants } from "../../db/schema/grants.ts";
import { benefitPages, pages } from "../../db/schema/pages.ts";
import { pick } from "../../lib/pick.ts";

export type PageRow = typeof pages.$inferSelect;

const selectBenefitIds = sql<string>`(SELECT json_group_array(benefit_id) FROM benefit_pages WHERE page_id = ${pages.id})`;

/**
 * The page before or after another one in a benefit, as JSON of its id, slug and title; null if there is none.
 * @param isReadable whether `neighbor` may be shown to the reader
 */
function selectNeighbor(direction: "previous" | "next", isReadable: SQL) {
  const [comparison, order] = direction === "next" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  return sql<string | null>`(
    SELECT json_object('id', neighbor.id, 'slug', neighbor.slug, 'title', neighbor.title)
    FROM benefit_pages AS place JOIN pages AS neighbor ON neighbor.id = place.page_id
    WHERE place.benefit_id = ${benefitPages.benefitId}
      AND (place.position, place.page_id) ${comparison} (${benefitPages.position}, ${pages.id})
      AND neighbor.status = 'published' AND ${isReadable}
    ORDER BY place.position ${order}, place.page_id ${order} LIMIT 1)`;
}

/**
 * Returns a published page with the user's grant that opens it: in force at `now`, and of several the one that ends
 * last. Without such a grant the body is read only if the page is free. In outage mode, grants are evaluated at the
 * start of the outage. `benefitIds` is a JSON array of the benefits that include the page. `previous` and `next` are
 * its neighbors in the benefit that opens it.
 */
export function findPublishedPage(
  db: Database,
  input: { slug: string; userId: string | null; mode: Mode; now: number },
) {
  const { now } = input;
  // Without the grant, only free pages are named: the title of another one is for those who may read it.
  const isReadable = sql`(${grants.id} IS NOT NULL OR neighbor.is_free)`;
  const accessTime = sql`min(${now}, coalesce((SELECT since FROM switches WHERE name = 'revocations_frozen'), ${now}))`;
  return db
    .select({
      ...pick(pages, ["id", "slug", "title", "excerpt"]),
      body: sql<string>`CASE WHEN ${grants.id} IS NULL AND NOT ${pages.isFree} THEN '' ELSE ${pages.body} END`,
      isFree: pages.isFree,
      updatedAt: pages.updatedAt,
      publishedAt: pages.publishedAt,
      grant: {
        ...pick(grants, ["sourceId", "reason", "grantedAt", "endsAt"]),
      },
      product: { id: products.id, slug: products.slug, name: products.name },
      benefitIds: selectBenefitIds,
      previous: selectNeighbor("previous", isReadable),
      next: selectNeighbor("next", isReadable),
    })
    .from(pages)
    .leftJoin(benefitPages, eq(benefitPages.pageId, pages.id))
    .leftJoin(
      grants,
      and(
        eq(grants.userId, input.userId ?? ""),
        eq(grants.benefitId, benefitPages.benefitId),
        eq(grants.mode, input.mode),
        inForce(accessTime),
      ),
    )
    .leftJoin(products, eq(products.id, grants.productId))
    .where(matches(pages, { slug: input.slug, status: "published" }))
    .orderBy(
      sql`${grants.id} IS NULL, ${grants.endsAt} IS NOT NULL`,
      desc(grants.endsAt),
      asc(benefitPages.benefitId),
    )
    .limit(1)
    .get();
}

/** Lists the published pages of these benefits, each benefit's in the seller's order. */
export function listPublishedPages(db: Database, benefitIds: string[]) {
  return db
    .select({
      benefitId: benefitPages.benefitId,
      ...pick(pages, ["id", "slug", "title", "isFree", "updatedAt"]),
    })
    .from(benefitPages)
    .innerJoin(pages, eq(pages.id, benefitPages.pageId))
    .where(and(isOneOf(benefitPages.benefitId, benefitIds), eq(pages.status, "published")))
    .orderBy(asc(benefitPages.benefitId), asc(benefitPages.position), asc(pages.id));
}

export function findPage(db: Database, id: string) {
  return db.select().from(pages).where(eq(pages.id, id)).get();
}

/**
 * Returns a page in any status for a user who may read it, with its neighbors in the first benefit that includes it.
 * `benefitIds` is a JSON array of all of them.
 */
export function findPageWithNeighbors(db: Database, id: string) {
  // Anyone can read a free page, even without access to any other.
  const isReadable = sql`(NOT ${pages.isFree} OR neighbor.is_free)`;
  return db
    .select({
      page: pages,
      benefitIds: selectBenefitIds,
      previous: selectNeighbor("previous", isReadable),
      next: selectNeighbor("next", isReadable),
    })
    .from(pages)
    .leftJoin(benefitPages, eq(benefitPages.pageId, pages.id))
    .where(eq(pages.id, id))
    .orderBy(asc(benefitPages.benefitId))
    .limit(1)
    .get();
}

/** Returns the ids of those pages that exist. */
export function listPagesById(db: Database, ids: string[]) {
  return db.select({ id: pages.id }).from(pages).where(isOneOf(pages.id, ids));
}

export function findPageBySlug(db: Database, slug: string) {
  return db.select({ id: pages.id }).from(pages).where(eq(pages.slug, slug)).get();
}

export function insertPage(db: Database, row: typeof pages.$inferInsert): Statement {
  return db.insert(pages).values(row);
}

/** Aborts the batch when the page was changed since `expectedUpdatedAt`. */
export function assertPageUnchanged(input: { id: string; expectedUpdatedAt: number }): Statement {
  const isUnchanged = eq(pages.updatedAt, input.expectedUpdatedAt);
  return abortUnless(pages.title, isUnchanged, eq(pages.id, input.id));
}

export function replacePage(
  db: Database,
  input: Pick<PageRow, "id" | "slug" | "title" | "excerpt" | "body" | "updatedAt"> & {
    /** Unchanged if undefined. */
    isFree?: boolean | undefined;
  },
): Statement {
  const { id, ...row } = input;
  return db.update(pages).set(row).where(eq(pages.id, id));
}

/** Publishes a page. Keeps the time of the first publication. */
export function setPagePublished(db: Database, input: { id: string; now: number }): Statement {
  return db
    .update(pages)
    .set({ status: "published", publishedAt: sql`coalesce(${pages.publishedAt}, ${input.now})` })
    .where(eq(pages.id, input.id));
}

export function setPageArchived(db: Database, input: { id: string }): Statement {
  return db.update(pages).set({ status: "archived" }).where(eq(pages.id, input.id));
}

export function findBenefitPage(db: Database, input: { benefitId: string; pageId: string }) {
  return db
    .select()
    .from(benefitPages)
    .where(matches(benefitPages, { benefitId: input.benefitId, pageId: input.pageId }))
    .get();
}

/** Adds a page to a benefit at a position. Without a position, it keeps its place or is added at the end. */
export function upsertBenefitPage(
  db: Database,
  input: { benefitId: string; pageId: string; position: number | undefined },
): Statement {
  const { benefitId, pageId, position } = input;
  const end = db
    .select({ position: sql`coalesce(${max(benefitPages.position)}, -1) + 1` })
    .from(benefitPages)
    .where(eq(benefitPages.benefitId, benefitId));
  const insert = db
    .insert(benefitPages)
    .values({ benefitId, pageId, position: position ?? sql`(${end})` });
  return position === undefined
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({
        target: [benefitPages.benefitId, benefitPages.pageId],
        set: { position },
      });
}

/** Lists the pages of a benefit, in the seller's order. */
export function listBenefitPages(db: Database, benefitId: string) {
  return db
    .select({ pageId: benefitPages.pageId })
    .from(benefitPages)
    .where(eq(benefitPages.benefitId, benefitId))
    .orderBy(asc(benefitPages.position), asc(benefitPages.pageId));
}

/** Sets each page's position to its place in the list. */
export function setBenefitPagePositions(
  db: Database,
  input: { benefitId: string; pageIds: string[] },
): Statement {
  const list = sql`json_each(${JSON.stringify(input.pageIds)})`;
  return db
    .update(benefitPages)
    .set({ position: sql`(SELECT key FROM ${list} WHERE value = ${benefitPages.pageId})` })
    .where(
      and(eq(benefitPages.benefitId, input.benefitId), isOneOf(benefitPages.pageId, input.pageIds)),
    );
}

export function removeBenefitPage(
  db: Database,
  input: { benefitId: string; pageId: string },
): Statement {
  return db
    .delete(benefitPages)
    .where(matches(benefitPages, { benefitId: input.benefitId, pageId: input.pageId }));
}
