import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { writeTheme } from "../../settings/accent.ts";
import { legalPages, showLegal } from "../../settings/legal-pages.ts";
import { logoName, sendLogo } from "../../settings/logo.ts";
import { readShop } from "../../settings/shop-settings.ts";

const CACHE = "public, max-age=30, stale-while-revalidate=300";
const pageParam = z.object({ page: z.enum(legalPages) });
const logoParam = z.object({ name: z.string().regex(logoName) });

/** `/api/shop`: how the shop looks, and its legal pages. */
export const shopSettingsRoutes = new Hono<AppEnv>()
  // A stylesheet of its own: the policy allows no inline style, and a page that loads it is never without its color.
  .get("/theme.css", async (c) =>
    c.body(writeTheme(await readShop(c.var.ctx)), 200, {
      "content-type": "text/css; charset=utf-8",
      "cache-control": CACHE,
    }),
  )
  .get("/logo/:name", validate("param", logoParam), (c) =>
    sendLogo(c.var.ctx, c.req.valid("param")),
  )
  .get("/legal/:page", validate("param", pageParam), async (c) =>
    c.json(await showLegal(c.var.ctx, c.req.valid("param")), 200, { "cache-control": CACHE }),
  );
