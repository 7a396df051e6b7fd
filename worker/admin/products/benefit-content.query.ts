import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { BenefitType } from "../../db/schema/catalog.ts";

/**
 * By type, what a benefit lacks while it delivers nothing, and the SQL that says whether a benefit `b` delivers
 * something now. A type that needs no content has null.
 */
const contents = {
  download: {
    lacks: "file",
    isDelivered: sql`EXISTS (SELECT 1 FROM files f JOIN file_versions v ON v.file_id = f.id
      WHERE f.benefit_id = b.id AND f.archived_at IS NULL AND v.withdrawn_at IS NULL)`,
  },
  page: {
    lacks: "page",
    isDelivered: sql`EXISTS (SELECT 1 FROM benefit_pages a JOIN pages p ON p.id = a.page_id
      WHERE a.benefit_id = b.id AND p.status = 'published' AND trim(p.body) <> '')`,
  },
  // Keys that are not imported are generated.
  license_key: {
    lacks: "keys",
    isDelivered: sql`coalesce(b.settings ->> 'isFromStock', 0) = 0 OR EXISTS (SELECT 1 FROM license_keys k
      WHERE k.benefit_id = b.id AND k.is_in_stock = 1 AND k.disabled_at IS NULL)`,
  },
  link: {
    lacks: "link",
    isDelivered: sql`trim(coalesce(b.settings ->> 'url', '') || coalesce(b.settings ->> 'note', '')) <> ''`,
  },
  feature: null,
} as const satisfies Record<BenefitType, { lacks: string; isDelivered: SQL } | null>;

/** What a benefit lacks that delivers nothing. */
export type LackingContent = NonNullable<(typeof contents)[BenefitType]>["lacks"];

/** Lists the benefits of these products. `lacks` is null if a buyer would get something from the benefit now. */
export async function listDeliverableStates(db: Database, productIds: string[]) {
  const cases = Object.entries(contents).flatMap(([type, content]) =>
    content ? [sql`WHEN ${type} THEN iif(${content.isDelivered}, NULL, ${content.lacks})`] : [],
  );
  return db.all<{
    productId: string;
    benefitId: string;
    name: string;
    lacks: LackingContent | null;
  }>(sql`
    SELECT pb.product_id AS productId, b.id AS benefitId, b.name, CASE b.type ${sql.join(cases, sql` `)} END AS lacks
    FROM product_benefits pb JOIN benefits b ON b.id = pb.benefit_id
    WHERE pb.product_id IN (SELECT value FROM json_each(${JSON.stringify(productIds)}))
    ORDER BY pb.product_id, pb.position`);
}

/** A page that buyers can't read yet, or that has no text. */
export type UnfinishedPageRow = {
  benefitId: string;
  pageId: string;
  title: string;
  status: "draft" | "published";
  hasText: boolean;
};

/** Lists the drafts and the empty pages of these products' benefits; archived pages are not offered on purpose. */
export async function listUnfinishedPages(
  db: Database,
  productIds: string[],
): Promise<UnfinishedPageRow[]> {
  const rows = await db.all<Omit<UnfinishedPageRow, "hasText"> & { hasText: number }>(sql`
    SELECT DISTINCT a.benefit_id AS benefitId, p.id AS pageId, p.title, p.status, trim(p.body) <> '' AS hasText
    FROM product_benefits pb
    JOIN benefit_pages a ON a.benefit_id = pb.benefit_id
    JOIN pages p ON p.id = a.page_id
    WHERE pb.product_id IN (SELECT value FROM json_each(${JSON.stringify(productIds)}))
      AND (p.status = 'draft' OR (p.status = 'published' AND trim(p.body) = ''))`);
  return rows.map((row) => ({ ...row, hasText: row.hasText === 1 }));
}

/** A file of a download. The rest is of the newest available version, `size` in bytes; null if there is none. */
export type ContentFile = {
  benefitId: string;
  id: string;
  name: string;
  size: number | null;
  versionId: string | null;
  label: string | null;
  fileName: string | null;
};

/** Lists the files of these benefits that are not archived, in order; at most `max`. */
export function listContentFiles(
  db: Database,
  { benefitIds, max }: { benefitIds: string[]; max: number },
): Promise<ContentFile[]> {
  return db.all<ContentFile>(sql`
    SELECT f.benefit_id AS benefitId, f.id, f.name, v.size, v.id AS versionId, v.label, v.file_name AS fileName
    FROM files f LEFT JOIN file_versions v ON v.id = (SELECT id FROM file_versions
      WHERE file_id = f.id AND withdrawn_at IS NULL ORDER BY number DESC LIMIT 1)
    WHERE f.benefit_id IN (SELECT value FROM json_each(${JSON.stringify(benefitIds)})) AND f.archived_at IS NULL
    ORDER BY f.benefit_id, f.position LIMIT ${max}`);
}

/** A page of a benefit. */
export type ContentPage = {
  benefitId: string;
  id: string;
  title: string;
  status: "draft" | "published" | "archived";
  hasText: boolean;
};

/** Lists all pages of these benefits, in order. */
export async function listContentPages(db: Database, benefitIds: string[]): Promise<ContentPage[]> {
  const rows = await db.all<Omit<ContentPage, "hasText"> & { hasText: number }>(sql`
    SELECT a.benefit_id AS benefitId, p.id, p.title, p.status, trim(p.body) <> '' AS hasText
    FROM benefit_pages a JOIN pages p ON p.id = a.page_id
    WHERE a.benefit_id IN (SELECT value FROM json_each(${JSON.stringify(benefitIds)}))
    ORDER BY a.benefit_id, a.position, a.page_id`);
  return rows.map((row) => ({ ...row, hasText: row.hasText === 1 }));
}

/** Counts the imported keys of each benefit that wait for buyers; counting stops at `max`. */
export function countKeysInStock(
  db: Database,
  { benefitIds, max }: { benefitIds: string[]; max: number },
): Promise<{ benefitId: string; count: number }[]> {
  return db.all(sql`
    SELECT value AS benefitId, (SELECT count(*) FROM (SELECT 1 FROM license_keys k
      WHERE k.benefit_id = value AND k.is_in_stock = 1 AND k.disabled_at IS NULL LIMIT ${max})) AS count
    FROM json_each(${JSON.stringify(benefitIds)})`);
}
