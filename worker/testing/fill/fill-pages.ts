import { insertRows } from "./insert-rows.ts";

/**
 * Inserts pages `from` to `to`, all included in this benefit. Every hundredth is archived, and the others are drafts.
 * The order of their titles and that of their changes differ from that of their ids.
 */
export async function fillPages(benefitId: string, from: number, to: number): Promise<void> {
  await insertRows(
    "pages (id, slug, title, excerpt, body, status, created_at, updated_at)",
    `printf('pag_%026d', i), printf('page-%d', i), printf('Page %06d', (i * 7919) % 1000003), '', 'One',
     CASE i % 100 WHEN 0 THEN 'archived' ELSE 'draft' END, i, (i * 6007) % 1000003`,
    { from, to },
  );
  await insertRows(
    "benefit_pages (benefit_id, page_id, position)",
    `'${benefitId}', printf('pag_%026d', i), i`,
    { from, to },
  );
}
