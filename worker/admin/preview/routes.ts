import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { runVerb } from "../../http/run-verb.ts";
import { locales } from "../../shared/locales.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import { previewPage } from "./preview-page.ts";
import { previewProduct } from "./preview-product.ts";
import { idParam } from "../../lib/id-schema.ts";

/** The language in which the seller's texts are shown; the default one without it. */
const previewQuery = z.strictObject({ lang: z.enum(locales).optional() });

/** `/api/admin/preview`: drafts as buyers will see them, for the whole team. */
export const previewRoutes = new Hono<UserEnv>()
  .get(
    "/products/:id",
    ...runVerb(
      async (ctx, { id, lang = null }) => previewProduct(await withTextsIn(ctx, lang), { id }),
      { param: idParam("prd"), query: previewQuery },
    ),
  )
  .get(
    "/pages/:id",
    ...runVerb(
      async (ctx, { id, lang = null }) => previewPage(await withTextsIn(ctx, lang), { id }),
      { param: idParam("pag"), query: previewQuery },
    ),
  );
