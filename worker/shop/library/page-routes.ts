import { Hono } from "hono";
import { z } from "zod";
import { type AppEnv, isUserCtx } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { slug } from "../../catalog/slug.ts";
import { showPage } from "../../delivery/pages/show-page.ts";

const slugParam = z.object({ slug });

/** `/api/me/pages`: members-only pages. Visitors may ask too. The answer contains what the caller may read. */
export const pageRoutes = new Hono<AppEnv>().get(
  "/:slug",
  validate("param", slugParam),
  async (c) => {
    const { ctx } = c.var;
    const userId = isUserCtx(ctx) ? ctx.actor.userId : null;
    const { slug } = c.req.valid("param");
    const page = await showPage(ctx, { slug, userId });
    // Not part of the answer's type: clients follow it.
    if (page.slug !== slug) return c.redirect(`/api/me/pages/${page.slug}`, 301) as never;
    return c.json(page);
  },
);
