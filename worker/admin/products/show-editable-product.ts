import type { Ctx } from "../../context.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { versionOf } from "./edit-benefit.ts";
import { findProductOfMode } from "../../catalog/find-product.ts";
import { listAllBenefits, listPrices, listProductsOfBenefit } from "../../catalog/store-editing.ts";
import { countLosers } from "../../sync/catalog/store-product-users.ts";
import { findOwedPush } from "../../sync/catalog/push-product.ts";
import { listBenefits, type PriceRow, type ProductRow } from "../../catalog/store.ts";

/** A benefit in its editor: `version` goes back with an edit, `products` are all that have it. */
export type EditedBenefit = Benefit & {
  version: string;
  products: { id: string; name: string }[];
};

/** A product with all that can be edited of it. Prices in no order but that of time, archived ones too. */
export type EditedProduct = ProductRow & {
  prices: PriceRow[];
  benefits: EditedBenefit[];
  /** Since when Stripe does not know of an edit; null where it knows all. */
  unpushedSince: number | null;
};

/** @throws `not_found` */
export async function showEditedProduct(ctx: Ctx, input: { id: string }): Promise<EditedProduct> {
  const product = await findProductOfMode(ctx, input.id);
  const [prices, benefits, owed] = await Promise.all([
    listPrices(ctx.db, [product.id]),
    listBenefits(ctx.db, [product.id]),
    findOwedPush(ctx, product.id),
  ]);
  return {
    ...product,
    prices,
    benefits: await Promise.all(
      benefits.map(async ({ benefit }) => ({
        ...benefit,
        version: versionOf(benefit),
        products: await listProductsOfBenefit(ctx.db, benefit.id),
      })),
    ),
    // A draft is told whole when it is published: until then Stripe misses nothing.
    unpushedSince: owed && product.stripeProductId !== null ? owed.since : null,
  };
}

const SHOWN = 500;

/** The benefits that there are, of one type or all, oldest first: those that a product can share. */
export async function listBenefitsToShare(
  ctx: Ctx,
  input: { type?: Benefit["type"] | undefined },
): Promise<Pick<Benefit, "id" | "type" | "name">[]> {
  return listAllBenefits(ctx.db, { afterId: "", type: input.type, limit: SHOWN });
}

/** How many people lose a benefit where it is taken from a product: those who have it by no other. */
export async function previewRemoval(
  ctx: Ctx,
  input: { productId: string; benefitId: string },
): Promise<{ people: number }> {
  await findProductOfMode(ctx, input.productId);
  const { mode } = ctx.config.stripe;
  return { people: await countLosers(ctx.db, { ...input, mode, now: ctx.now }) };
}
