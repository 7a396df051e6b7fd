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
    return c.json(await showPage(ctx, { ...c.req.valid("param"), userId }));
  },
);
