import type { Ctx } from "../../context.ts";
import { failAt } from "../../errors.ts";
import { findIdByFormerSlug } from "../../catalog/former-slugs.ts";
import { listTakenSlugs } from "../../catalog/store-slugs.ts";
import { proposeSlug } from "../../shared/propose-slug.ts";
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

/** Characters of a slug before its number. */
const MAX_STEM_LENGTH = 56;

/**
 * Returns a slug made from a name or title that no object of the kind has or had.
 * @param input.taken slugs of others that are saved with it
 */
export async function findFreeSlug(
  ctx: Ctx,
  input: { kind: "product" | "page"; name: string; taken?: ReadonlySet<string> },
): Promise<string> {
  const { kind, name, taken } = input;
  const stem = proposeSlug(name).slice(0, MAX_STEM_LENGTH).replace(/-+$/, "") || kind;
  const candidates = [
    stem,
    ...Array.from({ length: 20 }, (_, index) => `${stem}-${index + 2}`),
    `${stem}-${crypto.randomUUID().slice(0, 6)}`,
  ];
  const known = new Set(await listTakenSlugs(ctx.db, { kind, slugs: candidates }));
  const free = candidates.find((slug) => !known.has(slug) && !taken?.has(slug));
  if (!free) throw new Error(`No free slug for a ${kind} named like ${stem}`);
  return free;
}
