import { expect, test } from "vitest";
import { findShownProducts, MAX_SHOWN } from "./find-shown-products.ts";

const products = Array.from({ length: 500 }, (_, index) => ({
  id: `prd_${index}`,
  name: `Bulk product ${index}`,
}));

test("the selected of 500 products and the first matches are shown", () => {
  const all = findShownProducts(products, ["prd_499"], "");
  expect(all.shown.map(({ id }) => id).slice(0, 2)).toEqual(["prd_499", "prd_0"]);
  expect(all.shown).toHaveLength(MAX_SHOWN + 1);
  expect(all.hidden).toBe(500 - 1 - MAX_SHOWN);
  const few = findShownProducts(products, ["prd_1"], " PRODUCT 48");
  expect(few.shown.map(({ id }) => id).slice(0, 3)).toEqual(["prd_1", "prd_48", "prd_480"]);
  expect(few.hidden).toBe(0);
});
