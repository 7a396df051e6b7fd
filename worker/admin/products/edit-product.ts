import { findProductOfMode, laterThan } from "../../catalog/find-product.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { assertUnchanged, setProduct } from "../../catalog/store-editing.ts";
import { owePush, tryPush } from "../../sync/catalog/push-product.ts";
import { refuseTakenSlug } from "./with-unique-slug.ts";
import type { ProductEdit } from "../../catalog/schema.ts";
import { findProduct, type ProductRow } from "../../catalog/store.ts";

/**
 * Rewrites what a product says of itself, and tells Stripe. The edit is ours whether or not Stripe answers: what could
 * not be pushed stays owed.
 * @param input parsed by `productEdit`; `updatedAt` is the one that the edit was made from
 * @throws `not_found`; `edit_conflict` where somebody changed it meanwhile; `invalid_input` at `slug`
 */
export async function editProduct(ctx: Ctx, input: ProductEdit & { id: string }): Promise<void> {
  const { id, updatedAt, ...wanted } = input;
  const before = await findProductOfMode(ctx, id);
  if (before.updatedAt !== updatedAt) throw fail("edit_conflict");
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => wanted[name] !== before[name],
  );
  if (changed.length === 0) return;
  const pick = (from: Partial<ProductRow>) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  try {
    await refuseTakenSlug(ctx, { slug: wanted.slug, id }, () =>
      commit(ctx.db, [
        assertUnchanged(ctx.db, { id, updatedAt }),
        setProduct(ctx.db, id, { ...wanted, updatedAt: laterThan(before, ctx.now) }),
        owePush(ctx, { productId: id, what: "product" }),
        recordChange(ctx, {
          action: "product.updated",
          targetId: id,
          before: pick(before),
          after: pick(wanted),
        }),
      ]),
    );
  } catch (error) {
    const now = await findProduct(ctx.db, id);
    if (now && now.updatedAt !== updatedAt) throw fail("edit_conflict", { cause: error });
    throw error;
  }
  await tryPush(ctx, { productId: id });
}
