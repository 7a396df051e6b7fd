import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { showMarkdown } from "../../markdown/show-markdown.ts";
import {
  listProductsWithBenefits,
  type PurchasableProduct,
} from "../../catalog/list-products-with-benefits.ts";
import type { AccessReason } from "../../access/policy.ts";
import { findIdByFormerSlug } from "../../catalog/former-slugs.ts";
import { findPage, findPublishedPage } from "./store.ts";

/** A page as a user sees it; times in unix milliseconds. Users without access get the excerpt and products to buy. */
export type PageView = {
  slug: string;
  title: string;
  publishedAt: number | null;
  updatedAt: number;
} & (
  | {
      access: "open";
      bodyHtml: string;
      /** The grant that gives access; if several do, the one that ends last. */
      why: {
        reason: AccessReason;
        since: number;
        until: number | null;
        /** The library entry that includes the page. */
        entryId: string;
        product: { slug: string; name: string } | null;
      };
    }
  | { access: "closed"; excerptHtml: string; products: PurchasableProduct[] }
);

/**
 * Returns a published page as this user or visitor may see it. A slug that it had before finds it too; its `slug` then
 * differs from the one that was asked for.
 * @param input.userId null for a visitor
 * @throws `not_found` for drafts, archived pages and unknown slugs
 */
export async function showPage(
  ctx: Ctx,
  input: { slug: string; userId: string | null },
): Promise<PageView> {
  const find = (slug: string) =>
    findPublishedPage(ctx.db, { ...input, slug, mode: ctx.config.stripe.mode, now: ctx.now });
  let row = await find(input.slug);
  if (!row) {
    const id = await findIdByFormerSlug(ctx, { kind: "page", slug: input.slug });
    const current = id === null ? undefined : await findPage(ctx.db, id);
    row = current && (await find(current.slug));
  }
  if (!row) throw fail("not_found", { reason: "no published page of that slug" });
  const { slug, title, publishedAt, updatedAt, grant, product } = row;
  const page = { slug, title, publishedAt, updatedAt };
  if (grant === null) {
    const benefitIds = JSON.parse(row.benefitIds) as string[];
    return {
      ...page,
      access: "closed",
      excerptHtml: await showMarkdown(ctx, row.excerpt),
      products: await listProductsWithBenefits(ctx, { benefitIds }),
    };
  }
  return {
    ...page,
    access: "open",
    bodyHtml: await showMarkdown(ctx, row.body),
    why: {
      reason: grant.reason as AccessReason,
      since: grant.grantedAt,
      until: grant.endsAt,
      entryId: grant.sourceId,
      product,
    },
  };
}
