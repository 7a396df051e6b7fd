import { expect, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import type { listDeliverableBenefits } from "./list-deliverable-benefits.ts";

const shop = openTestShop();

test("benefits of a type are listed with the names of their products", async () => {
  const product = await shop.createPublishedProduct({
    name: "A Handbook",
    benefits: [
      { type: "download", name: "Its files", settings: {} },
      { type: "page", name: "Its notes", settings: {} },
    ],
  });
  const support = await createSignedInUser({ env: shop.env, role: "support" });
  const read = async (type: string) =>
    (
      await support.json<{ benefits: Awaited<ReturnType<typeof listDeliverableBenefits>> }>(
        `/api/admin/benefits/deliverable?type=${type}`,
      )
    ).benefits;
  const [files, pages] = [await read("download"), await read("page")];
  const expected = product.benefits.map(({ id, type, name }) => ({
    id,
    type,
    name,
    products: [{ id: product.id, name: "A Handbook" }],
  }));
  expect(files).toContainEqual(expected[0]);
  expect(files).not.toContainEqual(expected[1]);
  expect(pages).toContainEqual(expected[1]);
});
