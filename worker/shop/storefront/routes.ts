import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { cachePublicPage } from "../../http/cache-public-page.ts";
import { openImage } from "../../catalog/images.ts";
import { showProduct, showShop } from "./show-shop.ts";

const imageParam = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const slugParam = z.object({ slug: z.string().regex(/^[a-z0-9-]{1,64}$/) });

/** `/api/shop`: the public catalog. */
export const catalogRoutes = new Hono<AppEnv>()
  .get("/", cachePublicPage(), async (c) => c.json(await showShop(c.var.ctx)))
  .get("/images/:sha256", validate("param", imageParam), async (c) => {
    const { body, contentType, size } = await openImage(c.var.ctx, c.req.valid("param"));
    return c.body(body, 200, {
      "content-type": contentType,
      "content-length": String(size),
      "cache-control": "public, max-age=31536000, immutable",
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
