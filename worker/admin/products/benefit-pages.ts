import { recordChange } from "../../audit/record-change.ts";
import type { NewBenefit } from "../../delivery/benefits/benefit-schema.ts";
import type { NewBenefitPage } from "../../delivery/benefits/page.ts";
import { assertSlugNotKept } from "../../catalog/store-slugs.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import {
  insertPage,
  listBenefitPages,
  listPagesById,
  removeBenefitPage,
  setBenefitPagePositions,
  upsertBenefitPage,
} from "../../delivery/pages/store.ts";
import { newId } from "../../lib/ids.ts";
import { storeRendered } from "../../markdown/show-markdown.ts";
import { findFreeSlug } from "./with-unique-slug.ts";

/**
 * Returns the writes that give a benefit its pages: those of `pageIds` in order, then the new ones. Pages that are left
 * out of `pageIds` are detached, and stay. The row of the benefit must be written before.
 * @param input.takenSlugs slugs of new pages of the same save; the new ones are added to it
 * @throws `not_found` for a page that does not exist
 */
export async function preparePages(
  ctx: Ctx,
  input: { benefitId: string; benefit: NewBenefit; takenSlugs: Set<string> },
): Promise<Statement[]> {
  const { benefitId, benefit, takenSlugs } = input;
  if (benefit.type !== "page") return [];
  const { pageIds, newPages = [] } = benefit;
  const statements = pageIds ? await arrangePages(ctx, { benefitId, pageIds }) : [];
  for (const page of newPages) {
    const slug = await findFreeSlug(ctx, { kind: "page", name: page.title, taken: takenSlugs });
    takenSlugs.add(slug);
    statements.push(...writeNewPage(ctx, { benefitId, page, slug }));
  }
  return statements;
}

async function arrangePages(
  ctx: Ctx,
  { benefitId, pageIds }: { benefitId: string; pageIds: string[] },
): Promise<Statement[]> {
  const [attached, found] = await Promise.all([
    listBenefitPages(ctx.db, benefitId),
    listPagesById(ctx.db, pageIds),
  ]);
  const before = attached.map(({ pageId }) => pageId);
  if (before.join() === pageIds.join()) return [];
  if (pageIds.some((id) => !found.some((page) => page.id === id)))
    throw fail("not_found", { reason: "no such page" });
  const added = pageIds.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !pageIds.includes(id));
  return [
    ...removed.flatMap((pageId) => [
      removeBenefitPage(ctx.db, { benefitId, pageId }),
      recordChange(ctx, { action: "page.detached", targetId: pageId, before: { benefitId } }),
    ]),
    ...added.flatMap((pageId) => [
      upsertBenefitPage(ctx.db, { benefitId, pageId, position: undefined }),
      recordChange(ctx, { action: "page.attached", targetId: pageId, after: { benefitId } }),
    ]),
    setBenefitPagePositions(ctx.db, { benefitId, pageIds }),
  ];
}

function writeNewPage(
  ctx: Ctx,
  { benefitId, page, slug }: { benefitId: string; page: NewBenefitPage; slug: string },
): Statement[] {
  const { title, body, isPublished } = page;
  const id = newId("pag", ctx.now);
  return [
    insertPage(ctx.db, {
      id,
      slug,
      title,
      body,
      status: isPublished ? "published" : "draft",
      publishedAt: isPublished ? ctx.now : null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    assertSlugNotKept({ kind: "page", slug, targetId: id }),
    upsertBenefitPage(ctx.db, { benefitId, pageId: id, position: undefined }),
    ...storeRendered(ctx, [body]),
    recordChange(ctx, {
      action: "page.created",
      targetId: id,
      after: { slug, title, isFree: false, benefitId },
    }),
    ...(isPublished ? [recordChange(ctx, { action: "page.published", targetId: id })] : []),
  ];
}
