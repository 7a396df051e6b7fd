import { and, desc, eq, sql } from "drizzle-orm";
import { abortUnless, isOneOf, matches, type Database, type Statement } from "../db/client.ts";
import { products } from "../db/schema/catalog.ts";
import { pages } from "../db/schema/pages.ts";
import { formerSlugs } from "../db/schema/site.ts";

export type SlugKind = (typeof formerSlugs.$inferSelect)["kind"];

const targets = {
  product: { table: products, id: products.id, guard: products.name },
  page: { table: pages, id: pages.id, guard: pages.title },
};

export function findFormerSlug(db: Database, input: { kind: SlugKind; slug: string }) {
  return db
    .select({ targetId: formerSlugs.targetId })
    .from(formerSlugs)
    .where(matches(formerSlugs, { kind: input.kind, slug: input.slug }))
    .get();
}

/** Returns those of these slugs that a product or page has, or had before. */
export async function listTakenSlugs(
  db: Database,
  input: { kind: SlugKind; slugs: string[] },
): Promise<string[]> {
  const { table } = targets[input.kind];
  const [current, former] = await Promise.all([
    db.select({ slug: table.slug }).from(table).where(isOneOf(table.slug, input.slugs)),
    db
      .select({ slug: formerSlugs.slug })
      .from(formerSlugs)
      .where(and(eq(formerSlugs.kind, input.kind), isOneOf(formerSlugs.slug, input.slugs))),
  ]);
  return [...current, ...former].map(({ slug }) => slug);
}

/** Lists the slugs that a product or a page had before, the newest first; 20 at most. */
export function listFormerSlugs(db: Database, input: { kind: SlugKind; targetId: string }) {
  return db
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(matches(formerSlugs, { kind: input.kind, targetId: input.targetId }))
    .orderBy(desc(formerSlugs.changedAt))
    .limit(20);
}

export function insertFormerSlug(db: Database, row: typeof formerSlugs.$inferInsert): Statement {
  return db.insert(formerSlugs).values(row).onConflictDoNothing();
}

/** Removes a former slug, because its product or page takes it again. */
export function deleteFormerSlug(
  db: Database,
  { kind, slug, targetId }: { kind: SlugKind; slug: string; targetId: string },
): Statement {
  return db.delete(formerSlugs).where(matches(formerSlugs, { kind, slug, targetId }));
}

/** Aborts the batch if the slug leads to another product or page. The row of `targetId` must exist by then. */
export function assertSlugNotKept(input: {
  kind: SlugKind;
  slug: string;
  targetId: string;
}): Statement {
  const { id, guard } = targets[input.kind];
  const isFree = sql`NOT EXISTS (SELECT 1 FROM former_slugs WHERE kind = ${input.kind} AND slug = ${input.slug} AND target_id <> ${input.targetId})`;
  return abortUnless(guard, isFree, eq(id, input.targetId));
}
