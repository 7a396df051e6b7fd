import { beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { fillPages } from "../../testing/fill/fill-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { listPages, type ListedPage, type PageSearch } from "./list-pages.ts";

beforeEach(emptyDatabase);

test("paging through the pages lists each once, newest first, with its benefits", async () => {
  const shop = openTestShop();
  const benefits = [{ type: "page" as const, name: "Notes", settings: {} }];
  const benefitId = (await shop.createPublishedProduct({ benefits })).benefits[0]!.id;
  await fillPages(benefitId, 1, 45);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listPages(shop.ctx(), { cursor });
    for (const item of page.items)
      expect(item.benefits).toEqual([{ id: benefitId, name: "Notes" }]);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(
    Array.from({ length: 45 }, (_, at) => `pag_${String(45 - at).padStart(26, "0")}`),
  );
});

test("pages are searched by title, address or id, narrowed by status, and sorted", async () => {
  const shop = openTestShop();
  const benefits = [{ type: "page" as const, name: "Notes", settings: {} }];
  const benefitId = (await shop.createPublishedProduct({ benefits })).benefits[0]!.id;
  await fillPages(benefitId, 1, 200);
  const listAll = async (search: PageSearch) => {
    const found: ListedPage[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPages(shop.ctx(), { ...search, cursor });
      found.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return found;
  };
  for (const [search, count] of [
    [{}, 200],
    [{ status: "archived" }, 2],
    [{ status: "draft" }, 198],
    [{ status: "published" }, 0],
    [{ search: "PAGE 0079" }, 1],
    [{ search: "/read/page-12" }, 11],
    [{ search: "page-12", status: "draft" }, 11],
    [{ search: `pag_${"7".padStart(26, "0")}` }, 1],
    [{ search: "nothing" }, 0],
  ] as const) {
    const newest = await listAll(search);
    expect([search, newest.length]).toEqual([search, count]);
    expect(newest.map(({ createdAt }) => createdAt)).toEqual(
      newest.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
    );
    const changed = await listAll({ ...search, sort: "changed" });
    expect(changed).toEqual(newest.toSorted((a, b) => b.updatedAt - a.updatedAt));
    const byTitle = await listAll({ ...search, sort: "title" });
    expect(byTitle).toEqual(newest.toSorted((a, b) => (a.title < b.title ? -1 : 1)));
  }
  expect((await listPages(shop.ctx(), { search: "page" })).isTruncated).toBe(true);
});

test("a list that is sorted by titles of 120 characters in any script has a second page", async () => {
  const admin = await createSignedInUser({ role: "admin" });
  await insertRows(
    "pages (id, slug, title, excerpt, body, status, created_at, updated_at)",
    `printf('pag_%026d', i), printf('long-%d', i), '${"本".repeat(120)}', '', '', 'draft', i, i`,
    { from: 1, to: 3 },
  );
  const path = "/api/admin/pages?sort=title&limit=2";
  const first = await admin.json<{ nextCursor: string }>(path);
  const second = await admin.json<{ items: unknown[] }>(`${path}&cursor=${first.nextCursor}`);
  expect(second.items).toHaveLength(1);
});
