import { expect, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { createPage } from "./create-page.ts";
import { showPageSource } from "./list-pages.ts";
import { updatePage } from "./update-page.ts";

const shop = openTestShop();

test("an edit replaces a page's translations, keeps them if it has none, and is refused if it is late", async () => {
  const page = { slug: `p-${crypto.randomUUID()}`, title: "Notes", excerpt: "", body: "Cold." };
  const created = await createPage(shop.ctx(), {
    ...page,
    translations: { de: { title: "Notizen", body: "Kalt." } },
  });
  const { id } = created;
  const read = async () => (await showPageSource(shop.ctx(), { id })).translations;
  expect(await read()).toEqual({ de: { title: "Notizen", body: "Kalt." } });

  const renamed = await updatePage(shop.ctx(), {
    ...page,
    id,
    title: "Field notes",
    updatedAt: created.updatedAt,
  });
  expect(await read()).toEqual({ de: { title: "Notizen", body: "Kalt." } });

  const translations = { de: { title: "Feldnotizen", body: " " }, ja: { title: "記録" } };
  await updatePage(shop.ctx(), { ...page, ...renamed, id, translations });
  expect(await read()).toEqual({ de: { title: "Feldnotizen" }, ja: { title: "記録" } });

  const late = updatePage(shop.ctx(), { ...page, ...renamed, id, translations: {} });
  await expect(late).rejects.toMatchObject({ code: "edit_conflict" });
  expect(await read()).toEqual({ de: { title: "Feldnotizen" }, ja: { title: "記録" } });
});
