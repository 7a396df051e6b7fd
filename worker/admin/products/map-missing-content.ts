import type { Ctx } from "../../context.ts";
import {
  listDeliverableStates,
  listUnfinishedPages,
  type LackingContent,
} from "./benefit-content.query.ts";

/**
 * Something that a buyer of the product would miss:
 * - `file`: the download has no file that can be downloaded
 * - `keys`: keys come from imported ones, and none are left
 * - `page`: the benefit has no page that can be read, and none that only has to be published or written
 * - `page_draft`: the page is a draft; `page_text`: the page has no text
 * - `link`: the benefit has neither a URL nor a note
 */
export type MissingContent = {
  code: LackingContent | "page_draft" | "page_text";
  benefitId: string;
  benefitName: string;
  /** For `page_draft` and `page_text`. */
  page?: { id: string; title: string };
};

/**
 * What a product lacks. `isComplete`: each of its benefits delivers something now, although a page may still be a
 * draft. `isDeliverable`: at least one does, or the product includes no benefits at all.
 */
export type Completeness = {
  missing: MissingContent[];
  isComplete: boolean;
  isDeliverable: boolean;
};

/** Returns what each product's benefits lack, by product id. Two statements for any number of products. */
export async function mapMissingContent(
  ctx: Ctx,
  productIds: string[],
): Promise<Map<string, Completeness>> {
  if (productIds.length === 0) return new Map();
  const [states, unfinishedPages] = await Promise.all([
    listDeliverableStates(ctx.db, productIds),
    listUnfinishedPages(ctx.db, productIds),
  ]);
  return new Map(
    productIds.map((id) => {
      const benefits = states.filter(({ productId }) => productId === id);
      const missing = benefits.flatMap(({ benefitId, name, lacks }) => {
        const benefit = { benefitId, benefitName: name };
        const pages = unfinishedPages
          .filter((page) => page.benefitId === benefitId)
          .map(({ pageId, title, hasText }): MissingContent => ({
            ...benefit,
            code: hasText ? "page_draft" : "page_text",
            page: { id: pageId, title },
          }));
        return pages.length > 0 || !lacks ? pages : [{ ...benefit, code: lacks }];
      });
      const isComplete = benefits.every(({ lacks }) => lacks === null);
      const isDeliverable = isComplete || benefits.some(({ lacks }) => lacks === null);
      return [id, { missing, isComplete, isDeliverable }];
    }),
  );
}
