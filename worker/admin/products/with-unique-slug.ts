import type { Ctx } from "../../context.ts";
import { failAt } from "../../errors.ts";
import { findIdByFormerSlug } from "../../catalog/former-slugs.ts";
import { findProduct, findProductBySlug } from "../../catalog/store.ts";

/**
 * Runs `write`, which sets a product's slug and commits `changeSlug` or `assertSlugNotKept`. These and the unique index
 * prevent duplicates; the slug is looked up before, so that the usual refusal costs no failed write, and again after a
 * failure.
 * @throws `invalid_input` at `slug`
 */
export async function withUniqueSlug(
  ctx: Ctx,
  input: { slug: string; id: string },
  write: () => Promise<unknown>,
): Promise<void> {
  await assertSlugFree(ctx, input);
  try {
    await write();
  } catch (error) {
    await assertSlugFree(ctx, input);
    throw error;
  }
}

async function assertSlugFree(ctx: Ctx, { slug, id }: { slug: string; id: string }): Promise<void> {
  const existing = await findProductBySlug(ctx.db, slug);
  if (existing?.id === id) return;
  if (existing) throw failAt("slug", `${existing.name} already uses this URL.`);
  const formerId = await findIdByFormerSlug(ctx, { kind: "product", slug });
  if (formerId === null || formerId === id) return;
  const former = await findProduct(ctx.db, formerId);
  throw failAt("slug", `${former?.name} used this URL before, and links to it redirect there.`);
}
