import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { showProduct, showShop } from "./show-shop.ts";

const CACHE = "public, max-age=30, stale-while-revalidate=300";
const slugParam = z.object({ slug: z.string().regex(/^[a-z0-9-]{1,64}$/) });

/** `/api/shop`: what anyone may see. */
export const catalogRoutes = new Hono<AppEnv>()
  .get("/", async (c) => c.json(await showShop(c.var.ctx), 200, { "cache-control": CACHE }))
  .get("/products/:slug", validate("param", slugParam), async (c) =>
    c.json(await showProduct(c.var.ctx, c.req.valid("param")), 200, { "cache-control": CACHE }),
  );
