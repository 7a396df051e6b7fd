import { beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { fillFiles } from "../../testing/fill/fill-files.ts";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { archiveFile, withdrawVersion } from "./edit-file.ts";
import { searchFiles, type FileSearch, type ListedFile } from "./search-files.ts";

beforeEach(emptyDatabase);

const shop = openTestShop();

async function listAll(search: FileSearch): Promise<ListedFile[]> {
  const found: ListedFile[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchFiles(shop.ctx(), { ...search, cursor });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

test("all files are listed once in each order, and narrowed by download, state and name", async () => {
  const [handbook, other] = [await createFileProduct(shop), await createFileProduct(shop)];
  await fillFiles(other.benefitId, 1, 200);
  for (const [search, count] of [
    [{}, 202],
    [{ state: "archived" }, 2],
    [{ state: "offered" }, 200],
    [{ benefitId: handbook.benefitId }, 1],
    [{ benefitId: other.benefitId, state: "archived" }, 2],
    [{ search: "FILE 0079" }, 1],
    [{ search: handbook.fileId }, 1],
    [{ search: "nothing" }, 0],
  ] as const) {
    const newest = await listAll(search);
    expect([search, newest.length]).toEqual([search, count]);
    expect(new Set(newest.map(({ id }) => id)).size).toBe(count);
    expect(await listAll({ ...search, sort: "oldest" })).toEqual(newest.toReversed());
    const names = (await listAll({ ...search, sort: "name" })).map(({ name }) => name);
    expect(names).toEqual(newest.map(({ name }) => name).toSorted());
  }
});

test("a file says what buyers get of it, how often it was downloaded, and where it belongs", async () => {
  const { benefitId, fileId, versionId, addVersion } = await createFileProduct(shop, "0123", {
    label: "1.0",
  });
  const find = async () => (await listAll({ search: fileId }))[0];
  expect(await find()).toMatchObject({
    name: "Handbook",
    benefit: { id: benefitId, name: "The files" },
    newest: { number: 1, label: "1.0", size: 4 },
    downloads: 0,
    archivedAt: null,
  });
  const second = await addVersion("012345", { label: "2.0" });
  expect(await find()).toMatchObject({ newest: { number: 2, label: "2.0", size: 6 } });
  await withdrawVersion(shop.ctx(), { id: second.id });
  expect(await find()).toMatchObject({ newest: { number: 1, label: "1.0", size: 4 } });
  await withdrawVersion(shop.ctx(), { id: versionId });
  await archiveFile(shop.ctx(), { id: fileId });
  expect(await find()).toMatchObject({ newest: null, archivedAt: expect.any(Number) });
});

test("a search with more than 100 matches says that there are more", async () => {
  const { benefitId } = await createFileProduct(shop);
  await fillFiles(benefitId, 1, 150);
  expect((await searchFiles(shop.ctx(), { search: "file" })).isTruncated).toBe(true);
  expect((await searchFiles(shop.ctx(), { search: "file 0079" })).isTruncated).toBe(false);
});

test("the list is for admins, and refuses an unknown order", async () => {
  const [admin, support] = [
    await createSignedInUser({ role: "admin" }),
    await createSignedInUser({ role: "support" }),
  ];
  expect((await admin.fetch("/api/admin/files/all?sort=name")).status).toBe(200);
  expect((await admin.fetch("/api/admin/files/all?sort=size")).status).toBe(422);
  expect((await support.fetch("/api/admin/files/all")).status).toBe(404);
});
