import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findProductBySlug } from "../../catalog/store.ts";

/**
 * Does `write`, which gives a product its slug. The unique index decides; who has the slug is looked up before, so that
 * the usual refusal costs no failed write, and again after a failure.
 * @throws `invalid_input` at `slug`
 */
export async function refuseTakenSlug(
  ctx: Ctx,
  input: { slug: string; id: string },
  write: () => Promise<void>,
): Promise<void> {
  await refuse(ctx, input);
  try {
    await write();
  } catch (error) {
    await refuse(ctx, input);
    throw error;
  }
}

async function refuse(ctx: Ctx, { slug, id }: { slug: string; id: string }): Promise<void> {
  const holder = await findProductBySlug(ctx.db, slug);
  if (!holder || holder.id === id) return;
  throw fail("invalid_input", {
    reason: "the slug is taken",
    fields: [{ path: "slug", message: `${holder.name} has this address already` }],
  });
}
