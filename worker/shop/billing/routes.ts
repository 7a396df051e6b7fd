import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv, UserCtx } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb, andShow } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { listInvoices } from "./list-invoices.ts";
import { openPortal } from "./open-portal.ts";
import { refreshBilling, showBilling } from "./show-billing.ts";
import { showInvoiceDetails } from "./show-invoice-details.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { sendEInvoice, writeOwnEInvoice } from "../../billing/e-invoice/write-e-invoice.ts";
import { endSubscription } from "../../billing/end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "../../billing/pause-subscription.ts";
import { previewResumption } from "../../billing/preview-resumption.ts";
import {
  planChangeBody,
  planChangeQuery,
  quantityChangeBody,
} from "../../billing/plan-change-schema.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import {
  cancellationReason,
  undoCancellation,
  scheduleCancellation,
} from "../../billing/schedule-cancellation.ts";
import { showWinBack, takeWinBack } from "../../billing/win-back.ts";

const stripeInvoiceId = z.string().regex(/^in_\w{1,60}$/);
const invoiceQuery = z.strictObject({
  cursor: stripeInvoiceId.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
const invoiceParam = z.object({ invoiceId: stripeInvoiceId });
const portalBody = z.strictObject({ flow: z.literal("card").optional() });

/** `/api/me`: the user's billing. */
export const billingRoutes = new Hono<AppEnv>()
  .get("/billing", requireUser, async (c) => {
    const { userId } = c.var.ctx.actor;
    return c.json(await showBilling(c.var.ctx, { userId }));
  })
  .get("/billing/details", requireUser, async (c) =>
    c.json({ details: await showInvoiceDetails(c.var.ctx) }),
  )
  .post("/billing/refresh", requireUser, async (c) => c.json(await refreshBilling(c.var.ctx)))
  .post("/billing/portal", requireUser, ...runVerb(openPortal, { json: portalBody }, 201))
  .get("/invoices", requireUser, ...runVerb(listInvoices, { query: invoiceQuery }))
  .get("/invoices/:invoiceId/e-invoice", requireUser, validate("param", invoiceParam), async (c) =>
    sendEInvoice(await writeOwnEInvoice(c.var.ctx, c.req.valid("param"))),
  );

const param = z.object({ id: z.string().max(64) });

const loadBilling = (ctx: UserCtx) => showBilling(ctx, { userId: ctx.actor.userId });

/**
 * `/api/me/subscriptions`: the user's changes to a subscription. Each change answers with the complete billing data.
 */
export const subscriptionRoutes = new Hono<AppEnv>()
  .post(
    "/:id/cancellation",
    requireUser,
    ...runVerb(andShow(scheduleCancellation, loadBilling), {
      param,
      json: cancellationReason,
    }),
  )
  .delete(
    "/:id/cancellation",
    requireUser,
    ...runVerb(andShow(undoCancellation, loadBilling), { param }),
  )
  .post(
    "/:id/end",
    requireUser,
    ...runVerb(andShow(endSubscription, loadBilling), {
      param,
      json: cancellationReason,
    }),
  )
  .post("/:id/offer", requireUser, validate("param", param), async (c) =>
    c.json({ offer: await showWinBack(c.var.ctx, c.req.valid("param")) }),
  )
  .post(
    "/:id/offer/acceptance",
    requireUser,
    ...runVerb(andShow(takeWinBack, loadBilling), { param }),
  )
  .post("/:id/pause", requireUser, ...runVerb(andShow(pauseSubscription, loadBilling), { param }))
  .delete(
    "/:id/pause",
    requireUser,
    ...runVerb(andShow(resumeSubscription, loadBilling), { param }),
  )
  .get("/:id/resumption", requireUser, ...runVerb(previewResumption, { param }))
  .get(
    "/:id/plan-change",
    requireUser,
    ...runVerb(previewPlanChange, { param, query: planChangeQuery }),
  )
  .post(
    "/:id/plan-change",
    requireUser,
    ...runVerb(andShow(changePlan, loadBilling), { param, json: planChangeBody }),
  )
  .put(
    "/:id/quantity",
    requireUser,
    ...runVerb(andShow(changePlan, loadBilling), {
      param,
      json: quantityChangeBody,
    }),
  );
