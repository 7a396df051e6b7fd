import { listProductsWithBenefits } from "../../catalog/list-products-with-benefits.ts";
import type { Ctx } from "../../context.ts";
import { toNamedProduct, type PageView } from "../../delivery/pages/show-page.ts";
import { translatePage } from "../../delivery/pages/translate-page.ts";
import { findPageWithNeighbors } from "../../delivery/pages/store.ts";
import { fail } from "../../errors.ts";
import { showMarkdown } from "../../markdown/show-markdown.ts";

/** A page as users with access see it, and as others see it; null for a free page, which anyone can read. */
export type PagePreview = {
  status: "draft" | "published" | "archived";
  open: Extract<PageView, { access: "open" }>;
  closed: Extract<PageView, { access: "closed" }> | null;
};

/**
 * Returns a page in any status as readers will see it. A page that was never published is shown as if it were published
 * now, and read by a user who has just bought the first product that includes it.
 * @throws `not_found`
 */
export async function previewPage(ctx: Ctx, input: { id: string }): Promise<PagePreview> {
  const found = await findPageWithNeighbors(ctx.db, input.id);
  if (!found) throw fail("not_found", { reason: "no such page" });
  const { page: row } = found;
  const [texts, products] = await Promise.all([
    translatePage(ctx, { ...found, isOpen: true, product: null }),
    listProductsWithBenefits(ctx, { benefitIds: JSON.parse(found.benefitIds) as string[] }),
  ]);
  const { title, langs } = texts.page;
  const [excerptHtml, bodyHtml] = await Promise.all([
    showMarkdown(ctx, texts.page.excerpt),
    showMarkdown(ctx, texts.page.body),
  ]);
  const { slug, isFree, updatedAt, status } = row;
  const publishedAt = row.publishedAt ?? ctx.now;
  const page = { slug, title, publishedAt, updatedAt, excerptHtml, ...(langs && { langs }) };
  const [product] = products;
  return {
    status,
    open: {
      ...page,
      access: "open",
      isFree,
      bodyHtml,
      previous: texts.previous,
      next: texts.next,
      why: isFree
        ? null
        : {
            reason: "order_paid",
            since: ctx.now,
            until: null,
            entryId: "",
            product: product ? toNamedProduct(product) : null,
          },
    },
    closed: isFree ? null : { ...page, access: "closed", products },
  };
}
