import type { Product, Section } from "../../http/shop.ts";

/** A section with its products. */
export type Part = Pick<Section, "id" | "name" | "lang"> & { products: Product[] };

/** Puts products into the seller's sections, in the order of each; `others` are in none, and keep their order. */
export function sortIntoSections(
  products: Product[],
  sections: Section[],
): { parts: Part[]; others: Product[] } {
  const byId = new Map(products.map((product) => [product.id, product]));
  const parts = sections.map(({ productIds, ...section }) => ({
    ...section,
    products: productIds.flatMap((id) => byId.get(id) ?? []),
  }));
  const placed = new Set(sections.flatMap(({ productIds }) => productIds));
  return { parts, others: products.filter(({ id }) => !placed.has(id)) };
}
