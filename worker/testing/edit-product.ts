import { showEditableProduct } from "../admin/products/show-editable-product.ts";
import { saveProduct } from "../admin/products/save-product.ts";
import type { NewBenefit, SavedBenefit } from "../catalog/benefit-schema.ts";
import type { NewPrice, ProductEdit } from "../catalog/schema.ts";
import type { Ctx } from "../context.ts";

/** Saves a product with some of its parts changed. @param updatedAt of the version that the edit starts from */
export async function editProduct(
  ctx: Ctx,
  id: string,
  changes: Partial<ProductEdit>,
): Promise<void> {
  const { slug, name, tagline, description, image, planGroup, updatedAt } =
    await showEditableProduct(ctx, { id });
  const details = { slug, name, tagline, description, image, planGroup, updatedAt };
  await saveProduct(ctx, { id, ...details, ...changes });
}

/** Adds a price. @returns its id */
export async function addPrice(
  ctx: Ctx,
  { productId, price }: { productId: string; price: NewPrice },
): Promise<{ id: string }> {
  await editProduct(ctx, productId, { newPrices: [price] });
  const { prices } = await showEditableProduct(ctx, { id: productId });
  return { id: prices.at(-1)!.id };
}

/** Archives a price, or offers it again. */
export async function setPriceActive(
  ctx: Ctx,
  input: { productId: string; priceId: string; active: boolean },
): Promise<void> {
  const { productId, priceId, active } = input;
  await editProduct(ctx, productId, { prices: [{ id: priceId, active }] });
}

/** Saves a product with a changed list of its benefits. */
async function editBenefits(
  ctx: Ctx,
  productId: string,
  change: (benefits: SavedBenefit[]) => SavedBenefit[],
): Promise<void> {
  const { benefits } = await showEditableProduct(ctx, { id: productId });
  await editProduct(ctx, productId, { benefits: change(benefits.map(({ id }) => ({ id }))) });
}

/** Adds a new benefit at the end. @returns its id */
export async function addNewBenefit(
  ctx: Ctx,
  { productId, benefit }: { productId: string; benefit: NewBenefit },
): Promise<{ id: string }> {
  await editBenefits(ctx, productId, (benefits) => [...benefits, { benefit }]);
  const { benefits } = await showEditableProduct(ctx, { id: productId });
  return { id: benefits.at(-1)!.id };
}

type BenefitOfProduct = { productId: string; benefitId: string };

/** Adds a benefit of another product at the end. */
export async function addExistingBenefit(ctx: Ctx, input: BenefitOfProduct): Promise<void> {
  const { productId, benefitId: id } = input;
  await editBenefits(ctx, productId, (benefits) => [...benefits, { id }]);
}

/** Removes a benefit from a product. */
export async function removeBenefitFromProduct(ctx: Ctx, input: BenefitOfProduct): Promise<void> {
  const { productId, benefitId } = input;
  await editBenefits(ctx, productId, (benefits) => benefits.filter(({ id }) => id !== benefitId));
}

/** Replaces a benefit's name and settings, for all products that have it. */
export async function editBenefit(
  ctx: Ctx,
  input: BenefitOfProduct & { benefit: NewBenefit; version?: string },
): Promise<void> {
  const { productId, benefitId, benefit } = input;
  const product = await showEditableProduct(ctx, { id: productId });
  const current = product.benefits.find(({ id }) => id === benefitId)!.version;
  const version = input.version ?? current;
  await editBenefits(ctx, productId, (benefits) =>
    benefits.map((each) => (each.id === benefitId ? { id: benefitId, version, benefit } : each)),
  );
}
