import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { showMarkdown } from "../../markdown/show-markdown.ts";
import {
  listProductsWithBenefits,
  type PurchasableProduct,
} from "../../catalog/list-products-with-benefits.ts";
import type { Langs } from "../../translations/translate.ts";
import type { AccessReason } from "../../access/policy.ts";
import { findIdByFormerSlug } from "../../catalog/former-slugs.ts";
import { findPage, findPublishedPage } from "./store.ts";
import { translatePage, type NeighborPage } from "./translate-page.ts";

/**
 * A page as a user sees it; times in unix milliseconds. Users without access get the excerpt and products to buy. A
 * free page is open to everyone. `langs`: of texts without a translation.
 */
export type PageView = {
  slug: string;
  title: string;
  publishedAt: number | null;
  updatedAt: number;
  excerptHtml: string;
} & Langs<"title" | "excerpt" | "body"> &
  (
    | {
        access: "open";
        bodyHtml: string;
        /** Anyone can read it. */
        isFree: boolean;
        /** The pages before and after it in its benefit; of a free page without a grant, the free ones. */
        previous: NeighborPage | null;
        next: NeighborPage | null;
        /** The grant that gives access; if several do, the one that ends last. Null without one, on a free page. */
        why: {
          reason: AccessReason;
          since: number;
          until: number | null;
          /** The library entry that includes the page. */
          entryId: string;
          product: ({ slug: string; name: string } & Langs<"name">) | null;
        } | null;
      }
    | { access: "closed"; products: PurchasableProduct[] }
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
  const { slug, publishedAt, updatedAt, isFree, grant } = row;
  const isOpen = isFree || grant !== null;
  const texts = await translatePage(ctx, { ...row, page: row, isOpen });
  const { title, langs } = texts.page;
  const [excerptHtml, bodyHtml] = await Promise.all([
    showMarkdown(ctx, texts.page.excerpt),
    showMarkdown(ctx, texts.page.body),
  ]);
  const page = { slug, title, publishedAt, updatedAt, excerptHtml, ...(langs && { langs }) };
  if (!isOpen) {
    const benefitIds = JSON.parse(row.benefitIds) as string[];
    const products = await listProductsWithBenefits(ctx, { benefitIds });
    return { ...page, access: "closed", products };
  }
  return {
    ...page,
    access: "open",
    isFree,
    bodyHtml,
    previous: texts.previous,
    next: texts.next,
    why: grant && {
      reason: grant.reason,
      since: grant.grantedAt,
      until: grant.endsAt,
      entryId: grant.sourceId,
      product: texts.product && toNamedProduct(texts.product),
    },
  };
}

/** Returns what a page says of the product that opens it. */
export function toNamedProduct({
  slug,
  name,
  langs,
}: { slug: string; name: string } & Langs<"name">): { slug: string; name: string } & Langs<"name"> {
  return { slug, name, ...(langs && { langs }) };
}
