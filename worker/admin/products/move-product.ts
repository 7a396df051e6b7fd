import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { findProductAbove, moveProductAfter } from "../../catalog/store-editing.ts";

/**
 * Moves a product directly after another one of the same status, or with null to the top; does nothing if it is there
 * already. `updatedAt` stays, so that open edits of the product don't conflict.
 * @throws `not_found`; `edit_conflict` if the other product's status is not the same any more
 */
export async function moveProduct(
  ctx: Ctx,
  input: { id: string; afterId: string | null },
): Promise<void> {
  const { id, afterId } = input;
  if (id === afterId) return;
  const { mode, status } = await requireProduct(ctx, id);
  if (afterId !== null && (await requireProduct(ctx, afterId)).status !== status)
    throw fail("edit_conflict", { reason: "the products have different statuses" });
  const above = await findProductAbove(ctx.db, id);
  if ((above?.id ?? null) === afterId) return;
  await commit(ctx.db, [
    ...moveProductAfter(ctx.db, { mode, id, afterId }),
    recordChange(ctx, {
      action: "product.moved",
      targetId: id,
      before: { afterId: above?.id ?? null },
      after: { afterId },
    }),
  ]);
}
