import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefitsById } from "../../catalog/map-benefits.ts";
import {
  findBenefitPage,
  findPage,
  upsertBenefitPage,
  removeBenefitPage,
} from "../../delivery/pages/store.ts";

/**
 * Adds a page to a benefit, immediately for everyone who has the benefit. A page can be in several benefits.
 * @param input.position among the benefit's pages, from 0; by default a new page goes to the end and an attached one
 *   stays
 * @throws `not_found` if the page, or a benefit of type page with that id, does not exist
 */
export async function attachPage(
  ctx: Ctx,
  input: { benefitId: string; pageId: string; position?: number | undefined },
): Promise<void> {
  const { benefitId, pageId, position } = input;
  const [page, benefits, attached] = await Promise.all([
    findPage(ctx.db, pageId),
    mapBenefitsById(ctx, { ids: [benefitId] }),
    findBenefitPage(ctx.db, input),
  ]);
  if (!page) throw fail("not_found", { reason: "no such page" });
  if (benefits.get(benefitId)?.type !== "page")
    throw fail("not_found", { reason: "no such benefit of pages" });
  if (attached && (position ?? attached.position) === attached.position) return;
  await commit(ctx.db, [
    upsertBenefitPage(ctx.db, { benefitId, pageId, position }),
    recordChange(ctx, {
      action: "page.attached",
      targetId: pageId,
      after: { benefitId, ...(position !== undefined && { position }) },
    }),
  ]);
}

/**
 * Removes a page from a benefit. Users who have no other benefit with this page can't read it anymore. Does nothing if
 * it is not attached.
 */
export async function detachPage(
  ctx: Ctx,
  input: { benefitId: string; pageId: string },
): Promise<void> {
  const { benefitId, pageId } = input;
  if (!(await findBenefitPage(ctx.db, input))) return;
  await commit(ctx.db, [
    removeBenefitPage(ctx.db, input),
    recordChange(ctx, { action: "page.detached", targetId: pageId, before: { benefitId } }),
  ]);
}
