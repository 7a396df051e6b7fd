import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findProductOfMode } from "../../catalog/find-product.ts";
import { findNeighbor, moveProduct } from "../../catalog/store-editing.ts";

/**
 * Moves a product one place up or down among those of its status; at the end it stays. What is typed elsewhere of it
 * stays fresh: a place is no edit.
 * @throws `not_found`
 */
export async function stepProduct(
  ctx: Ctx,
  input: { id: string; direction: "up" | "down" },
): Promise<void> {
  const { id, direction } = input;
  const { mode } = await findProductOfMode(ctx, id);
  const neighbor = await findNeighbor(ctx.db, { id, direction });
  if (!neighbor) return;
  const [moved, beforeId] = direction === "up" ? [id, neighbor.id] : [neighbor.id, id];
  await commit(ctx.db, [
    ...moveProduct(ctx.db, { mode, id: moved, beforeId }),
    recordChange(ctx, { action: "product.moved", targetId: id, after: { direction } }),
  ]);
}
