import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findProductBySlug } from "../../catalog/store.ts";

/**
 * Runs `write`, which sets a product's slug. The unique index prevents duplicates; the slug is looked up before, so
 * that the usual refusal costs no failed write, and again after a failure.
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
  if (!existing || existing.id === id) return;
  throw fail("invalid_input", {
    reason: "the slug is taken",
    fields: [{ path: "slug", message: `${existing.name} has this address already` }],
  });
}
