/** How many products are shown at once, besides those that are selected. */
export const MAX_SHOWN = 20;

type Product = { id: string; name: string };

/**
 * Returns the products to choose from: the selected ones, and then the first that match the search.
 * @returns `hidden`: how many more match it
 */
export function findShownProducts(
  products: Product[],
  selectedIds: string[],
  search: string,
): { shown: Product[]; hidden: number } {
  const words = search.trim().toLowerCase();
  const isSelected = ({ id }: Product) => selectedIds.includes(id);
  const selected = products.filter(isSelected);
  const matching = products.filter(
    (product) => !isSelected(product) && product.name.toLowerCase().includes(words),
  );
  return {
    shown: [...selected, ...matching.slice(0, MAX_SHOWN)],
    hidden: Math.max(0, matching.length - MAX_SHOWN),
  };
}
