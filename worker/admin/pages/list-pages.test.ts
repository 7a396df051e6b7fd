import { beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/empty-database.ts";
import { fillPages } from "../../testing/fill-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { listPages } from "./list-pages.ts";

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
