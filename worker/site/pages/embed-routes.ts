import { Hono } from "hono";
import type { AppEnv, Ctx } from "../../context.ts";
import { slug } from "../../catalog/slug.ts";
import { AppError } from "../../errors.ts";
import { cachePublicPage } from "../../http/cache-public-page.ts";
import { allowFraming } from "../../http/headers.ts";
import { LOCALE_PARAM } from "../../shared/locales.ts";
import { developerSettings } from "../../settings/developer-settings.ts";
import { showProduct, showShopDetails } from "../../storefront/show-shop.ts";
import { loadRenderer } from "../../render/renderer.ts";

/** How many products a table has at most. */
const MAX_PRODUCTS = 6;

/**
 * `/embed/:slugs`: products for a frame on another site, by their slugs with commas between them. Only the sites that the
 * seller allows can show it.
 */
export const embedRoutes = new Hono<AppEnv>().get(
  "/embed/:slugs",
  cachePublicPage({ params: [LOCALE_PARAM] }),
  async (c) => {
    const { ctx } = c.var;
    const slugs = c.req.param("slugs").split(",").slice(0, MAX_PRODUCTS);
    const [renderer, shop, { allowedSuccessOrigins }, found] = await Promise.all([
      loadRenderer(),
      showShopDetails(ctx),
      developerSettings.read(ctx),
      Promise.all(slugs.map((each) => findProduct(ctx, each))),
    ]);
    const products = found.filter((product) => product !== null);
    const body = await renderer.renderEmbed({ locale: ctx.locale, shop, products });
    return c.body(body, products.length === 0 ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      ...allowFraming(allowedSuccessOrigins),
    });
  },
);

/** Returns a product that is for sale; null for any other. */
async function findProduct(ctx: Ctx, text: string) {
  const input = slug.safeParse(text);
  if (!input.success) return null;
  try {
    return await showProduct(ctx, { slug: input.data });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
