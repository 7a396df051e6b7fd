import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordChange } from "../audit/record-change.ts";
import { findProductOfMode } from "./edit-product.ts";
import { moveProduct } from "./store-editing.ts";

/**
 * Puts a product right before another in the storefront's order, or after all. What is typed elsewhere of it stays
 * fresh: a place is no edit.
 * @throws `not_found`
 */
export async function placeProduct(
  ctx: Ctx,
  input: { id: string; beforeId: string | null },
): Promise<void> {
  const { id, beforeId } = input;
  const product = await findProductOfMode(ctx, id);
  if (beforeId === id) return;
  if (beforeId !== null) await findProductOfMode(ctx, beforeId);
  await commit(ctx.db, [
    ...moveProduct(ctx.db, { mode: product.mode, id, beforeId }),
    recordChange(ctx, {
      action: "product.moved",
      targetId: id,
      after: { before: beforeId },
    }),
  ]);
}
