import { Hono } from "hono";
import { z } from "zod";
import type { Ctx, UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { startOutageMode } from "../../sync/sweeps/outage-mode.ts";
import { recoverFromOutage } from "../../sync/sweeps/recover-from-outage.ts";
import { beginRebuild, resumeRebuild } from "../../sync/sweeps/continue-job.ts";
import { pauseRebuild } from "../../sync/sweeps/pause-rebuild.ts";
import { showRebuild } from "../../sync/sweeps/rebuild-progress.ts";
import { showDriftReport } from "./show-drift-report.ts";
import { sweepNow } from "./sweep-now.ts";

const emptySchema = z.strictObject({});
const endOutageQuery = z.strictObject({ waiting: z.literal("ignore").optional() });

/** `/api/admin/sweeps`: comparisons of Stripe's data with ours. */
export const sweepRoutes = new Hono<UserEnv>()
  .get("/", validate("query", emptySchema), async (c) => c.json(await showDriftReport(c.var.ctx)))
  .post("/", validate("json", emptySchema), async (c) => c.json(await sweepNow(c.var.ctx)));

const showProgress = async (ctx: Ctx) => ({ rebuild: await showRebuild(ctx) });

/** `/api/admin/rebuild`: owners only. Every answer says how far it is. */
export const rebuildRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(showProgress, { query: emptySchema }))
  .post(
    "/",
    requireFreshSignIn,
    ...runVerb(andShow(beginRebuild, showProgress), { json: emptySchema }),
  )
  .put("/pause", ...runVerb(andShow(pauseRebuild, showProgress), { json: emptySchema }))
  .delete("/pause", ...runVerb(andShow(resumeRebuild, showProgress), { query: emptySchema }));

/** `/api/admin/outage`: owners only. */
export const outageRoutes = new Hono<UserEnv>()
  .put("/", requireFreshSignIn, ...runVerb(startOutageMode, { json: emptySchema }))
  .delete("/", requireFreshSignIn, validate("query", endOutageQuery), async (c) => {
    const ignoresWaiting = c.req.valid("query").waiting === "ignore";
    return c.json(await recoverFromOutage(c.var.ctx, { ignoresWaiting }));
  });
