import { insertRows } from "./insert-rows.ts";

/** Inserts pages `from` to `to`, all included in this benefit. */
export async function fillPages(benefitId: string, from: number, to: number): Promise<void> {
  await insertRows(
    "pages (id, slug, title, excerpt, body, status, created_at, updated_at)",
    "printf('pag_%026d', i), printf('page-%d', i), 'A Page', '', 'One', 'draft', i, i",
    { from, to },
  );
  await insertRows(
    "benefit_pages (benefit_id, page_id, position)",
    `'${benefitId}', printf('pag_%026d', i), i`,
    { from, to },
  );
}
