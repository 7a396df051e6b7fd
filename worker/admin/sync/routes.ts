import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireFreshSignIn, requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { freezeRevocations } from "../../sync/sweeps/freeze-revocations.ts";
import { endOutage } from "../../sync/sweeps/end-outage-mode.ts";
import { beginRebuild, stepRebuild } from "../../sync/sweeps/rebuild.ts";
import { showDriftReport } from "./show-drift-report.ts";
import { sweepNow } from "./sweep-now.ts";

const nothing = z.strictObject({});
const ending = z.strictObject({ waiting: z.literal("ignore").optional() });

/** `/api/admin/sweeps`: what Stripe has, compared with what is here. */
export const sweepRoutes = new Hono<AppEnv>()
  .get("/", requireRole("admin"), validate("query", nothing), async (c) =>
    c.json(await showDriftReport(c.var.ctx)),
  )
  .post("/", requireRole("admin"), validate("json", nothing), async (c) =>
    c.json(await sweepNow(c.var.ctx)),
  );

/** `/api/admin/rebuild`: owners only. */
export const rebuildRoutes = new Hono<AppEnv>()
  .post("/", requireRole("owner"), requireFreshSignIn, validate("json", nothing), async (c) =>
    c.json(await beginRebuild(c.var.ctx)),
  )
  .post("/steps", requireRole("owner"), validate("json", nothing), async (c) =>
    c.json({ rebuild: await stepRebuild(c.var.ctx) }),
  );

/** `/api/admin/outage`: owners only. */
export const outageRoutes = new Hono<AppEnv>()
  .put("/", requireRole("owner"), validate("json", nothing), async (c) => {
    await freezeRevocations(c.var.ctx);
    return c.body(null, 204);
  })
  .delete("/", requireRole("owner"), validate("query", ending), async (c) => {
    const evenIfWaiting = c.req.valid("query").waiting === "ignore";
    return c.json(await endOutage(c.var.ctx, { evenIfWaiting }));
  });
