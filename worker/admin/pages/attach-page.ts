import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefits } from "../../catalog/load-benefits.ts";
import {
  findBenefitPage,
  findPage,
  putBenefitPage,
  removeBenefitPage,
} from "../../delivery/pages/store.ts";

/**
 * Lets a benefit open a page, at once for everybody who holds it. A page may be in several benefits.
 * @param input.position among the benefit's pages, from 0; left out, a new page goes to the end and another stays
 * @throws `not_found` unless there are such a page and such a benefit of pages
 */
export async function attachPage(
  ctx: Ctx,
  input: { benefitId: string; pageId: string; position?: number | undefined },
): Promise<void> {
  const { benefitId, pageId, position } = input;
  const [page, benefits, attached] = await Promise.all([
    findPage(ctx.db, pageId),
    mapBenefits(ctx, { ids: [benefitId] }),
    findBenefitPage(ctx.db, input),
  ]);
  if (!page) throw fail("not_found", { reason: "no such page" });
  if (benefits.get(benefitId)?.type !== "page")
    throw fail("not_found", { reason: "no such benefit of pages" });
  if (attached && (position ?? attached.position) === attached.position) return;
  await commit(ctx.db, [
    putBenefitPage(ctx.db, { benefitId, pageId, position }),
    recordChange(ctx, {
      action: "page.attached",
      targetId: pageId,
      after: { benefitId, ...(position !== undefined && { position }) },
    }),
  ]);
}

/** Closes a page to those who hold this benefit and no other of the page's. What is not attached stays so. */
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
