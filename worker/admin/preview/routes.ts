import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { locales } from "../../shared/locales.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import { previewPage } from "./preview-page.ts";
import { previewProduct } from "./preview-product.ts";
import { idParam } from "../../lib/id-schema.ts";

const productParam = idParam("prd");
/** The language in which the seller's texts are shown; the default one without it. */
const previewQuery = z.strictObject({ lang: z.enum(locales).optional() });
const pageParam = idParam("pag");

/** `/api/admin/preview`: drafts as buyers will see them, for the whole team. */
export const previewRoutes = new Hono<UserEnv>()
  .get(
    "/products/:id",
    validate("param", productParam),
    validate("query", previewQuery),
    async (c) => {
      const ctx = await withTextsIn(c.var.ctx, c.req.valid("query").lang ?? null);
      return c.json(await previewProduct(ctx, c.req.valid("param")));
    },
  )
  .get("/pages/:id", validate("param", pageParam), validate("query", previewQuery), async (c) => {
    const ctx = await withTextsIn(c.var.ctx, c.req.valid("query").lang ?? null);
    return c.json(await previewPage(ctx, c.req.valid("param")));
  });
