import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { recordChange, type Change } from "../../audit/record-change.ts";
import type { NewBenefit } from "../../catalog/benefit-schema.ts";
import { findProductOfMode } from "../../catalog/find-product.ts";
import {
  appendBenefit,
  listProductsOfBenefit,
  removeBenefit,
  setBenefitPosition,
} from "../../catalog/store-editing.ts";
import { refreshHolders } from "../../sync/catalog/resync-customers.ts";
import { insertBenefit, listBenefits, listBenefitsById } from "../../catalog/store.ts";

/**
 * Adds a new benefit to a product. Those who have the product get it too.
 * @throws `not_found`
 */
export async function addNewBenefit(
  ctx: Ctx,
  input: { productId: string; benefit: NewBenefit },
): Promise<{ id: string }> {
  await findProductOfMode(ctx, input.productId);
  const id = newId("bnf", ctx.now);
  await change(ctx, input.productId, [
    insertBenefit(ctx.db, { ...input.benefit, id, createdAt: ctx.now }),
    appendBenefit(ctx.db, { productId: input.productId, benefitId: id }),
    recordChange(ctx, {
      action: "benefit.added",
      targetId: input.productId,
      after: { id, ...input.benefit },
    }),
  ]);
  return { id };
}

/**
 * Gives a product a benefit that another has: one key, one set of files, one page for all of them.
 * @throws `not_found`
 */
export async function shareBenefit(
  ctx: Ctx,
  input: { productId: string; benefitId: string },
): Promise<void> {
  await findProductOfMode(ctx, input.productId);
  const [benefit] = await listBenefitsById(ctx.db, [input.benefitId]);
  if (!benefit) throw fail("not_found", { reason: "no such benefit" });
  await change(ctx, input.productId, [
    appendBenefit(ctx.db, input),
    recordChange(ctx, describe("benefit.added", input.productId, benefit)),
  ]);
}

/**
 * Takes a benefit from a product, and so from everybody who has it by this product alone. The benefit itself stays, with
 * its keys, files and pages.
 * @throws `not_found` where the product does not have it
 */
export async function takeBenefit(
  ctx: Ctx,
  input: { productId: string; benefitId: string },
): Promise<void> {
  await findProductOfMode(ctx, input.productId);
  const products = await listProductsOfBenefit(ctx.db, input.benefitId);
  const [benefit] = await listBenefitsById(ctx.db, [input.benefitId]);
  if (!benefit || !products.some(({ id }) => id === input.productId))
    throw fail("not_found", { reason: "the product does not have it" });
  const { action, targetId, after } = describe("benefit.removed", input.productId, benefit);
  await change(ctx, input.productId, [
    removeBenefit(ctx.db, input),
    recordChange(ctx, { action, targetId, before: after }),
  ]);
}

/**
 * Puts a product's benefits in another order. Nobody gains or loses anything by it.
 * @param input.ids all of them
 * @throws `not_found`, `edit_conflict` where they are not the ones that the product has now
 */
export async function orderBenefits(
  ctx: Ctx,
  input: { productId: string; ids: string[] },
): Promise<void> {
  const { productId, ids } = input;
  await findProductOfMode(ctx, productId);
  const before = (await listBenefits(ctx.db, [productId])).map(({ benefit }) => benefit.id);
  if (before.toSorted().join() !== ids.toSorted().join()) throw fail("edit_conflict");
  await commit(ctx.db, [
    ...ids.map((benefitId, position) =>
      setBenefitPosition(ctx.db, { productId, benefitId, position }),
    ),
    recordChange(ctx, {
      action: "benefit.reordered",
      targetId: productId,
      before: { benefits: before },
      after: { benefits: ids },
    }),
  ]);
}

/** What a product gives has changed: whoever has it is looked at again, by the mark in the same batch. */
async function change(ctx: Ctx, productId: string, statements: Statement[]): Promise<void> {
  const refresh = refreshHolders(ctx, { productId });
  await commit(ctx.db, [...statements, ...refresh.statements]);
  await refresh.enqueue();
}

function describe(
  action: Change["action"],
  targetId: string,
  { id, type, name }: { id: string; type: string; name: string },
) {
  return { action, targetId, after: { id, type, name } };
}
