import { expect, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import type { Good } from "./list-deliverable-benefits.ts";

const shop = openTestShop();

test("benefits of a type come with the names of what gives them", async () => {
  const product = await shop.sell({
    name: "A Handbook",
    benefits: [
      { type: "download", name: "Its files", settings: {} },
      { type: "page", name: "Its notes", settings: {} },
    ],
  });
  const support = await newBuyer({ env: shop.env, role: "support" });
  const read = async (type: string) =>
    (await support.json<{ goods: Good[] }>(`/api/admin/benefits/goods?type=${type}`)).goods;
  const [files, pages] = [await read("download"), await read("page")];
  const given = product.benefits.map(({ id, type, name }) => ({
    id,
    type,
    name,
    products: [{ id: product.id, name: "A Handbook" }],
  }));
  expect(files).toContainEqual(given[0]);
  expect(files).not.toContainEqual(given[1]);
  expect(pages).toContainEqual(given[1]);
});
