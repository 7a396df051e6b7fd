import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { listInvoices } from "./list-invoices.ts";
import { openPortal } from "./open-portal.ts";
import { refreshBilling } from "./refresh-billing.ts";
import { showBilling } from "./show-billing.ts";
import { showInvoiceDetails } from "./show-invoice-details.ts";

const invoiceQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^in_\w{1,60}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
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
  .get("/invoices", requireUser, ...runVerb(listInvoices, { query: invoiceQuery }));
