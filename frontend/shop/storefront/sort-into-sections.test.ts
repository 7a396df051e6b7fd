import { expect, test } from "vitest";
import type { Product } from "../../http/shop.ts";
import { sortIntoSections } from "./sort-into-sections.ts";

const product = (id: string) => ({ id }) as Product;
const ids = (products: Product[]) => products.map(({ id }) => id);

test("products are in the order of their section, and those without one follow in the shop's order", () => {
  const products = ["a", "b", "c", "d", "e"].map(product);
  const sections = [
    { id: "two", name: "Second", productIds: ["d", "a"] },
    { id: "one", name: "First", productIds: ["c", "gone"] },
  ];
  const { parts, others } = sortIntoSections(products, sections);
  expect(parts.map(({ name, products }) => [name, ids(products)])).toEqual([
    ["Second", ["d", "a"]],
    ["First", ["c"]],
  ]);
  expect(ids(others)).toEqual(["b", "e"]);
});
