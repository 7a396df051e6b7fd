import { Hono } from "hono";
import { z } from "zod";
import { requireUser } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import type { AppEnv } from "../../context.ts";
import { keepSubscription, scheduleCancellation } from "../subscriptions/schedule-cancellation.ts";
import { showBilling } from "./show-billing.ts";

const idParam = z.object({ id: z.string().max(64) });

/** `/api/me`: what the person pays for. */
export const billingRoutes = new Hono<AppEnv>()
  .get("/billing", requireUser, async (c) => {
    const { userId } = c.var.ctx.actor;
    return c.json(await showBilling(c.var.ctx, { userId }));
  })
  .post("/subscriptions/:id/cancellation", requireUser, validate("param", idParam), async (c) => {
    await scheduleCancellation(c.var.ctx, c.req.valid("param"));
    return c.json(await showBilling(c.var.ctx, { userId: c.var.ctx.actor.userId }));
  })
  .delete("/subscriptions/:id/cancellation", requireUser, validate("param", idParam), async (c) => {
    await keepSubscription(c.var.ctx, c.req.valid("param"));
    return c.json(await showBilling(c.var.ctx, { userId: c.var.ctx.actor.userId }));
  });
