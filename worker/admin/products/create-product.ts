import { recordChange } from "../../audit/record-change.ts";
import type { NewProduct, ProductCreation } from "./schema.ts";
import { refreshKeyFeatures } from "../../identity/keys/store-features.ts";
import { addBenefitsOfParts, readLastPosition } from "../../catalog/store-editing.ts";
import { assertSlugNotKept } from "../../catalog/store-slugs.ts";
import { insertPrice, insertProduct } from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { prepareTranslations } from "../../translations/edit-translations.ts";
import { prepareBenefitChanges } from "./benefit-changes.ts";
import { toPriceRow } from "./price-changes.ts";
import { assertAddOns, assertParts } from "./save-product.ts";
import { withUniqueSlug } from "./with-unique-slug.ts";

/**
 * Creates a product with new benefits as a draft. `publishProduct` creates it at Stripe.
 * @param input parsed by `newProduct`
 * @param input.position its position in the storefront, from 0; last by default
 * @returns the ids of the product and of its benefits, in their order
 * @throws `invalid_input` at `slug` if another product has it
 */
export function createProduct(
  ctx: Ctx,
  { benefits, ...product }: NewProduct & { position?: number },
): Promise<{ id: string; benefitIds: string[] }> {
  return createSavedProduct(ctx, {
    ...product,
    benefits: benefits.map((benefit) => ({ benefit })),
  });
}

/**
 * Creates a product with its prices, benefits and their pages as a draft, in one batch. The benefits are new ones, or
 * those of other products.
 * @param input parsed by `productCreation`
 * @returns and @throws as `createProduct`; `not_found` for a benefit or page that does not exist
 */
export async function createSavedProduct(
  ctx: Ctx,
  input: Omit<NewProduct, "benefits"> & {
    benefits: ProductCreation["benefits"];
    position?: number;
  },
): Promise<{ id: string; benefitIds: string[] }> {
  const { mode } = ctx.config.stripe;
  const { prices, benefits, translations, ...product } = input;
  const position = input.position ?? (await readLastPosition(ctx.db, mode)) + 1;
  const id = newId("prd", ctx.now);
  await assertAddOns(ctx, id, product.addOns);
  await assertParts(ctx, id, product.parts);
  const benefitChanges = await prepareBenefitChanges(ctx, {
    productId: id,
    entries: benefits,
    isNew: true,
  });
  const texts = prepareTranslations(ctx, { targetId: id, before: {}, after: translations });
  await withUniqueSlug(ctx, { slug: product.slug, id }, () =>
    commit(ctx.db, [
      ...benefitChanges.guards,
      insertProduct(ctx.db, {
        ...product,
        position,
        id,
        mode,
        status: "draft",
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      assertSlugNotKept({ kind: "product", slug: product.slug, targetId: id }),
      ...prices.map((price) => insertPrice(ctx.db, toPriceRow(ctx, { productId: id, price }))),
      ...benefitChanges.statements,
      ...(product.parts ? [addBenefitsOfParts(id), refreshKeyFeatures(ctx.db)] : []),
      ...storeRendered(ctx, [product.description]),
      ...(texts?.statements ?? []),
      recordChange(ctx, {
        action: "product.created",
        targetId: id,
        after: { slug: product.slug, name: product.name, ...texts?.after },
      }),
      ...recordEvents(ctx, { productId: [id, ...benefitChanges.otherProductIds] }),
    ]),
  );
  await benefitChanges.afterCommit();
  return { id, benefitIds: benefitChanges.benefitIds };
}
