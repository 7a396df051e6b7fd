import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordChange } from "../../audit/record-change.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { findAdjacentProduct, moveProductBefore } from "../../catalog/store-editing.ts";

/**
 * Moves a product one position up or down among those of its status; does nothing at the end. `updatedAt` stays, so
 * that open edits of the product don't conflict.
 * @throws `not_found`
 */
export async function moveProduct(
  ctx: Ctx,
  input: { id: string; direction: "up" | "down" },
): Promise<void> {
  const { id, direction } = input;
  const { mode } = await requireProduct(ctx, id);
  const neighbor = await findAdjacentProduct(ctx.db, { id, direction });
  if (!neighbor) return;
  const [movedId, beforeId] = direction === "up" ? [id, neighbor.id] : [neighbor.id, id];
  await commit(ctx.db, [
    ...moveProductBefore(ctx.db, { mode, id: movedId, beforeId }),
    recordChange(ctx, { action: "product.moved", targetId: id, after: { direction } }),
  ]);
}
