import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv, Ctx } from "../../context.ts";
import { renderTypefaceCss } from "../../shared/typefaces.ts";
import { validate } from "../../http/validate.ts";
import { cachePublicPage } from "../../http/cache-public-page.ts";
import { imageSizes, openImage } from "../../catalog/images.ts";
import { findSample } from "../../catalog/samples.ts";
import { slug } from "../../catalog/slug.ts";
import { sendRange } from "../../delivery/downloads/ranges.ts";
import { showProduct, showShop } from "../../storefront/show-shop.ts";
import { runVerb } from "../../http/run-verb.ts";
import { renderThemeCss } from "../../settings/accent.ts";
import { legalPageName, showLegalPage } from "../../settings/legal-pages.ts";
import { logoNamePattern, sendLogo } from "../../settings/logo.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";

const imageParam = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const imageQuery = z.object({ size: z.enum(imageSizes).optional() });
const slugParam = z.object({ slug });

/** `/api/shop`: the public catalog. */
export const catalogRoutes = new Hono<AppEnv>()
  .get("/", cachePublicPage(), async (c) => c.json(await showShop(c.var.ctx)))
  .get(
    "/images/:sha256",
    validate("param", imageParam),
    validate("query", imageQuery),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("query") };
      const { body, contentType, size, isExact } = await openImage(c.var.ctx, input);
      return c.body(body, 200, {
        "content-type": contentType,
        "content-length": String(size),
        // A version of this size may still come.
        "cache-control": isExact ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        // Programs read its URL from the API, and the payment page shows it.
        "cross-origin-resource-policy": "cross-origin",
      });
    },
  )
  .get("/samples/:sha256", validate("param", imageParam), async (c) => {
    const { sha256 } = c.req.valid("param");
    const { contentType, size, open } = await findSample(c.var.ctx, { sha256 });
    return sendRange({
      method: c.req.method,
      headers: c.req.raw.headers,
      etag: `"${sha256}"`,
      size,
      answer: new Headers({
        "content-type": contentType,
        // no-transform: a proxy that compresses would remove the length and the ranges.
        "cache-control": "public, max-age=31536000, immutable, no-transform",
      }),
      open,
    });
  })
  .get("/products/:slug", cachePublicPage(), validate("param", slugParam), async (c) => {
    const { slug } = c.req.valid("param");
    const product = await showProduct(c.var.ctx, { slug });
    // Not part of the answer's type: clients follow it.
    if (product.slug !== slug)
      return c.redirect(`/api/shop/products/${product.slug}`, 301) as never;
    return c.json(product);
  });

async function showTheme(ctx: Ctx): Promise<string> {
  const shop = await readShopSettings(ctx);
  return renderThemeCss(shop) + renderTypefaceCss(shop.typeface);
}

const pageParam = z.object({ page: legalPageName });
const logoParam = z.object({ name: z.string().regex(logoNamePattern) });

/** `/api/shop`: the shop's theme, logo and legal pages. */
export const shopSettingsRoutes = new Hono<AppEnv>()
  // A separate stylesheet, since the content security policy allows no inline styles. A page that links to it never
  // shows in another color first.
  .get("/theme.css", cachePublicPage({ isInOneLanguage: true }), async (c) =>
    c.body(await showTheme(c.var.ctx), 200, { "content-type": "text/css; charset=utf-8" }),
  )
  .get("/logo/:name", ...runVerb(sendLogo, { param: logoParam }))
  .get("/legal/:page", cachePublicPage(), ...runVerb(showLegalPage, { param: pageParam }));
