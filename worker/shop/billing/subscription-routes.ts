import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv, UserCtx } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { MAX_SEATS } from "../../catalog/seats.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { endSubscription } from "../../billing/end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "../../billing/pause-subscription.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import {
  cancellationReason,
  undoCancellation,
  scheduleCancellation,
} from "../../billing/schedule-cancellation.ts";
import { showBilling } from "./show-billing.ts";

const id = z.string().max(64);
const idParam = validate("param", z.object({ id }));
const validReason = validate("json", cancellationReason);
const seats = z.int().min(1).max(MAX_SEATS);
/** From the preview, in unix milliseconds. */
const prorationDate = z.int().min(0);

const planChangeQuery = z.strictObject({
  priceId: id.optional(),
  quantity: z.coerce.number().pipe(seats).optional(),
});
const planChangeBody = z.strictObject({ priceId: id, quantity: seats.optional(), prorationDate });
const quantityChangeBody = z.strictObject({ quantity: seats, prorationDate });

const loadBilling = (ctx: UserCtx) => showBilling(ctx, { userId: ctx.actor.userId });

/**
 * `/api/me/subscriptions`: the user's changes to a subscription. Each change answers with the complete billing data.
 */
export const subscriptionRoutes = new Hono<AppEnv>()
  .post("/:id/cancellation", requireUser, idParam, validReason, async (c) => {
    await scheduleCancellation(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json(await loadBilling(c.var.ctx));
  })
  .delete("/:id/cancellation", requireUser, idParam, async (c) => {
    await undoCancellation(c.var.ctx, c.req.valid("param"));
    return c.json(await loadBilling(c.var.ctx));
  })
  .post("/:id/end", requireUser, idParam, validReason, async (c) => {
    await endSubscription(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json(await loadBilling(c.var.ctx));
  })
  .post("/:id/pause", requireUser, idParam, async (c) => {
    await pauseSubscription(c.var.ctx, c.req.valid("param"));
    return c.json(await loadBilling(c.var.ctx));
  })
  .delete("/:id/pause", requireUser, idParam, async (c) => {
    await resumeSubscription(c.var.ctx, c.req.valid("param"));
    return c.json(await loadBilling(c.var.ctx));
  })
  .get("/:id/plan-change", requireUser, idParam, validate("query", planChangeQuery), async (c) =>
    c.json(
      await previewPlanChange(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("query") }),
    ),
  )
  .post("/:id/plan-change", requireUser, idParam, validate("json", planChangeBody), async (c) => {
    await changePlan(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json(await loadBilling(c.var.ctx));
  })
  .put("/:id/quantity", requireUser, idParam, validate("json", quantityChangeBody), async (c) => {
    await changePlan(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json(await loadBilling(c.var.ctx));
  });
