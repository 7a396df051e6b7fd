import type { Ctx } from "../../context.ts";
import { showPage } from "../../delivery/pages/show-page.ts";
import { showLegalPage, type LegalPageName } from "../../settings/legal-pages.ts";
import { showProduct, showShop, showShopDetails } from "../../storefront/show-shop.ts";
import type { PageData } from "../../render/renderer.ts";

/** Loads what a page shows, as a visitor may see it. @throws `not_found` */
export type LoadContent = (ctx: Ctx) => Promise<PageData>;

export const loadHome: LoadContent = async (ctx) => {
  const { shop, ...content } = await showShop(ctx);
  return { shop, content: { kind: "home", ...content } };
};

export const loadProduct = (input: { slug: string }) =>
  withShop(async (ctx) => ({ kind: "product", product: await showProduct(ctx, input) }));

export const loadLegalPage = (input: { page: LegalPageName }) =>
  withShop(async (ctx) => ({ kind: "legal", legalPage: await showLegalPage(ctx, input) }));

/** A free page, or a members' page without a member: its excerpt, and the products that open it. */
export const loadMembersPage = (input: { slug: string }) =>
  withShop(async (ctx) => ({
    kind: "members",
    page: await showPage(ctx, { ...input, userId: null }),
  }));

export const loadGone = withShop(async () => ({ kind: "gone" }));

export const loadMissing = withShop(async () => ({ kind: "missing" }));

function withShop(load: (ctx: Ctx) => Promise<PageData["content"]>): LoadContent {
  return async (ctx) => {
    const [shop, content] = await Promise.all([showShopDetails(ctx), load(ctx)]);
    return { shop, content };
  };
}
