import { Hono, type Context } from "hono";
import { findProduct } from "../../catalog/store.ts";
import { isUserCtx, type AppEnv, type Ctx } from "../../context.ts";
import { findPage } from "../../delivery/pages/store.ts";
import { hasRole } from "../../shared/roles.ts";
import { answerApp, answerMissing } from "./answer-page.ts";

/**
 * `/preview`: the pages on which the team sees drafts as buyers will see them. The browser draws them. All others get
 * the answer of a URL that does not exist, so that a link reveals nothing about a draft.
 */
export const previewPageRoutes = new Hono<AppEnv>()
  .get("/p/:id", (c) => answerTeam(c, findProductOfMode))
  .get("/read/:id", (c) => answerTeam(c, ({ db }, id) => findPage(db, id)));

async function findProductOfMode({ db, config }: Ctx, id: string) {
  const product = await findProduct(db, id);
  return product?.mode === config.stripe.mode ? product : undefined;
}

async function answerTeam(
  c: Context<AppEnv, "/:id">,
  find: (ctx: Ctx, id: string) => PromiseLike<object | undefined>,
): Promise<Response> {
  const { ctx } = c.var;
  const isOfTeam = isUserCtx(ctx) && hasRole(ctx.actor.role, "support");
  if (!isOfTeam || !(await find(ctx, c.req.param("id")))) return answerMissing(c);
  // Never cached: `answerApp` says so.
  c.header("x-robots-tag", "noindex");
  return answerApp(c);
}
