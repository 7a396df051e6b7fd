import { changeSlug } from "../../catalog/former-slugs.ts";
import { requireProduct, nextUpdatedAt, wasPublished } from "../../catalog/find-product.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { recordChange } from "../../audit/record-change.ts";
import { assertProductUnchanged, setProduct } from "../../catalog/store-editing.ts";
import { addPendingPush, tryPushProduct } from "../../sync/catalog/push-product.ts";
import { withUniqueSlug } from "./with-unique-slug.ts";
import type { ProductEdit } from "../../catalog/schema.ts";
import { findProduct, type ProductRow } from "../../catalog/store.ts";

/** Fields that the audit log stores under another name than the column's property. */
const auditNames: Partial<Record<keyof ProductRow, string>> = { planGroup: "exclusiveGroup" };

/**
 * Edits a product and pushes the change to Stripe. The edit is saved even if Stripe fails; the push then stays a
 * pending sync. The former slug of a product that was published leads to the new one.
 * @param input parsed by `productEdit`; `updatedAt` is that of the product that the edit is based on
 * @throws `not_found`; `edit_conflict` if it was changed in the meantime; `invalid_input` at `slug`
 */
export async function editProduct(ctx: Ctx, input: ProductEdit & { id: string }): Promise<void> {
  const { id, updatedAt, ...newValues } = input;
  const before = await requireProduct(ctx, id);
  if (before.updatedAt !== updatedAt) throw fail("edit_conflict");
  const changed = (Object.keys(newValues) as (keyof typeof newValues)[]).filter(
    (name) => newValues[name] !== before[name],
  );
  if (changed.length === 0) return;
  const pick = (from: Partial<ProductRow>) =>
    Object.fromEntries(changed.map((name) => [auditNames[name] ?? name, from[name]]));
  try {
    await withUniqueSlug(ctx, { slug: newValues.slug, id }, () =>
      commit(ctx.db, [
        assertProductUnchanged(ctx.db, { id, updatedAt }),
        setProduct(ctx.db, id, { ...newValues, updatedAt: nextUpdatedAt(before, ctx.now) }),
        ...changeSlug(ctx, {
          kind: "product",
          targetId: id,
          from: before.slug,
          to: newValues.slug,
          wasPublic: wasPublished(before),
        }),
        ...storeRendered(ctx, [newValues.description]),
        addPendingPush(ctx, { productId: id, target: "product" }),
        recordChange(ctx, {
          action: "product.updated",
          targetId: id,
          before: pick(before),
          after: pick(newValues),
        }),
        ...recordEvents(ctx, { productId: id }),
      ]),
    );
  } catch (error) {
    const current = await findProduct(ctx.db, id);
    if (current && current.updatedAt !== updatedAt) throw fail("edit_conflict", { cause: error });
    throw error;
  }
  await tryPushProduct(ctx, { productId: id });
}
