import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import type { UserCtx } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { MOST_SEATS } from "../../catalog/seats.ts";
import { changePlan } from "./change-plan.ts";
import { endSubscription } from "./end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "./pause-subscription.ts";
import { previewPlan } from "./preview-plan-change.ts";
import { keepSubscription, scheduleCancellation } from "./schedule-cancellation.ts";
import { showBilling } from "./show-billing.ts";

const id = z.string().max(64);
const idParam = validate("param", z.object({ id }));
const seats = z.int().min(1).max(MOST_SEATS);
/** The preview's, in unix milliseconds. */
const prorationDate = z.int().min(0);

const wantedPlan = z.strictObject({
  priceId: id.optional(),
  quantity: z.coerce.number().pipe(seats).optional(),
});
const newPlan = z.strictObject({ priceId: id, quantity: seats.optional(), prorationDate });
const newQuantity = z.strictObject({ quantity: seats, prorationDate });

const billingOf = (ctx: UserCtx) => showBilling(ctx, { userId: ctx.actor.userId });

/** `/api/me/subscriptions`: what a holder does to a subscription. Each change answers with the whole of billing. */
export const subscriptionRoutes = new Hono<AppEnv>()
  .post("/:id/cancellation", requireUser, idParam, async (c) => {
    await scheduleCancellation(c.var.ctx, c.req.valid("param"));
    return c.json(await billingOf(c.var.ctx));
  })
  .delete("/:id/cancellation", requireUser, idParam, async (c) => {
    await keepSubscription(c.var.ctx, c.req.valid("param"));
    return c.json(await billingOf(c.var.ctx));
  })
  .post("/:id/end", requireUser, idParam, async (c) => {
    await endSubscription(c.var.ctx, c.req.valid("param"));
    return c.json(await billingOf(c.var.ctx));
  })
  .post("/:id/pause", requireUser, idParam, async (c) => {
    await pauseSubscription(c.var.ctx, c.req.valid("param"));
    return c.json(await billingOf(c.var.ctx));
  })
  .delete("/:id/pause", requireUser, idParam, async (c) => {
    await resumeSubscription(c.var.ctx, c.req.valid("param"));
    return c.json(await billingOf(c.var.ctx));
  })
  .get("/:id/plan-change", requireUser, idParam, validate("query", wantedPlan), async (c) =>
    c.json(await previewPlan(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("query") })),
  )
  .post("/:id/plan-change", requireUser, idParam, validate("json", newPlan), async (c) => {
    await changePlan(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json(await billingOf(c.var.ctx));
  })
  .put("/:id/quantity", requireUser, idParam, validate("json", newQuantity), async (c) => {
    await changePlan(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.json(await billingOf(c.var.ctx));
  });
