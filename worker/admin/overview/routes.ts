import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { dismissAlert, listPaymentAlerts, refundAndEnd } from "./alerts.ts";
import { exportPayments } from "./export-payments.ts";
import { ranges } from "./periods.ts";
import { showDisputes } from "./show-disputes.ts";
import { showOverview } from "./show-overview.ts";

const query = z.strictObject({
  range: z.enum(ranges, "One of 30d and 12m").default("30d"),
});

const alertParam = z.object({ id: z.string().regex(/^\w{1,255}$/) });

/** `/api/admin/overview`: the shop's figures, action items, and alerts about payments. */
export const overviewRoutes = new Hono<UserEnv>()
  .get("/", validate("query", query), async (c) =>
    c.json(await showOverview(c.var.ctx, c.req.valid("query"))),
  )
  .get("/disputes", async (c) => c.json(await showDisputes(c.var.ctx)))
  .get("/payments/export", requireFreshSignIn, validate("query", query), (c) =>
    exportPayments(c.var.ctx, c.req.valid("query")),
  )
  .get("/alerts", async (c) => c.json(await listPaymentAlerts(c.var.ctx)))
  .post("/alerts/:id/refund", validate("param", alertParam), async (c) => {
    await refundAndEnd(c.var.ctx, c.req.valid("param"));
    return c.json(await listPaymentAlerts(c.var.ctx));
  })
  .post("/alerts/:id/dismissal", validate("param", alertParam), async (c) => {
    await dismissAlert(c.var.ctx, c.req.valid("param"));
    return c.json(await listPaymentAlerts(c.var.ctx));
  });
