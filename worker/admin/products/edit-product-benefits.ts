import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { refreshKeyFeatures } from "../../identity/keys/store-features.ts";
import { newId } from "../../lib/ids.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange, type Change } from "../../audit/record-change.ts";
import type { NewBenefit } from "../../catalog/benefit-schema.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import {
  appendProductBenefit,
  listProductsOfBenefit,
  deleteProductBenefit,
  setProductBenefitPosition,
} from "../../catalog/store-editing.ts";
import { prepareCustomersResync } from "../../sync/catalog/resync-customers.ts";
import { insertBenefit, listBenefits, listBenefitsById } from "../../catalog/store.ts";

/**
 * Adds a new benefit to a product. Users who have the product get it too.
 * @throws `not_found`
 */
export async function addNewBenefit(
  ctx: Ctx,
  input: { productId: string; benefit: NewBenefit },
): Promise<{ id: string }> {
  await requireProduct(ctx, input.productId);
  const id = newId("bnf", ctx.now);
  await commitBenefitChange(ctx, input.productId, [
    insertBenefit(ctx.db, { ...input.benefit, id, createdAt: ctx.now }),
    refreshKeyFeatures(ctx.db),
    appendProductBenefit(ctx.db, { productId: input.productId, benefitId: id }),
    recordChange(ctx, {
      action: "benefit.added",
      targetId: input.productId,
      after: { id, ...input.benefit },
    }),
  ]);
  return { id };
}

/**
 * Adds a benefit of another product to a product: they share its license key, files or pages.
 * @throws `not_found`
 */
export async function addExistingBenefit(
  ctx: Ctx,
  input: { productId: string; benefitId: string },
): Promise<void> {
  await requireProduct(ctx, input.productId);
  const [benefit] = await listBenefitsById(ctx.db, [input.benefitId]);
  if (!benefit) throw fail("not_found", { reason: "no such benefit" });
  await commitBenefitChange(ctx, input.productId, [
    appendProductBenefit(ctx.db, input),
    recordChange(ctx, toAuditChange("benefit.added", input.productId, benefit)),
  ]);
}

/**
 * Removes a benefit from a product. Users who have the benefit only through this product lose it. The benefit itself
 * stays, with its keys, files and pages.
 * @throws `not_found` if the product does not have it
 */
export async function removeBenefitFromProduct(
  ctx: Ctx,
  input: { productId: string; benefitId: string },
): Promise<void> {
  await requireProduct(ctx, input.productId);
  const products = await listProductsOfBenefit(ctx.db, input.benefitId);
  const [benefit] = await listBenefitsById(ctx.db, [input.benefitId]);
  if (!benefit || !products.some(({ id }) => id === input.productId))
    throw fail("not_found", { reason: "the product does not have it" });
  const { action, targetId, after } = toAuditChange("benefit.removed", input.productId, benefit);
  await commitBenefitChange(ctx, input.productId, [
    deleteProductBenefit(ctx.db, input),
    recordChange(ctx, { action, targetId, before: after }),
  ]);
}

/**
 * Reorders a product's benefits. No access changes.
 * @param input.ids all of them
 * @throws `not_found`, `edit_conflict` if they are not the product's current benefits
 */
export async function reorderBenefits(
  ctx: Ctx,
  input: { productId: string; ids: string[] },
): Promise<void> {
  const { productId, ids } = input;
  await requireProduct(ctx, productId);
  const before = (await listBenefits(ctx.db, [productId])).map(({ benefit }) => benefit.id);
  if (before.toSorted().join() !== ids.toSorted().join()) throw fail("edit_conflict");
  await commit(ctx.db, [
    ...ids.map((benefitId, position) =>
      setProductBenefitPosition(ctx.db, { productId, benefitId, position }),
    ),
    recordChange(ctx, {
      action: "benefit.reordered",
      targetId: productId,
      before: { benefits: before },
      after: { benefits: ids },
    }),
    ...recordEvents(ctx, { productId }),
  ]);
}

/** Commits a change of a product's benefits, and marks everyone who has the product for a resync in the same batch. */
async function commitBenefitChange(
  ctx: Ctx,
  productId: string,
  statements: Statement[],
): Promise<void> {
  const resync = prepareCustomersResync(ctx, { productId });
  // oxlint-disable-next-line house/record-change -- the callers' statements contain the entry
  await commit(ctx.db, [...statements, ...resync.statements, ...recordEvents(ctx, { productId })]);
  await resync.enqueue();
}

function toAuditChange(
  action: Change["action"],
  targetId: string,
  { id, type, name }: { id: string; type: string; name: string },
) {
  return { action, targetId, after: { id, type, name } };
}
