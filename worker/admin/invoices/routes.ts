import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import {
  readEInvoiceSeller,
  sendEInvoice,
  writeAnyEInvoice,
} from "../../billing/e-invoice/write-e-invoice.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { exportDailyTotals } from "./export-daily-totals.ts";
import { exportEInvoices } from "./export-e-invoices.ts";
import { monthQuery } from "./month.ts";

const param = z.object({ invoiceId: z.string().regex(/^in_\w{1,60}$/) });

/** `/api/admin/invoices`: invoices as files, and what tax returns need. */
export const invoiceRoutes = new Hono<UserEnv>()
  .get("/", async (c) =>
    c.json({
      offersEInvoices: (await readEInvoiceSeller(c.var.ctx)) !== null,
      /** The shop's; null until one is chosen. */
      timeZone: (await readShopSettings(c.var.ctx)).timeZone,
    }),
  )
  .get(
    "/daily-totals/export",
    requireFreshSignIn,
    ...runVerb(exportDailyTotals, { query: monthQuery }),
  )
  .get("/e-invoices/export", requireFreshSignIn, ...runVerb(exportEInvoices, { query: monthQuery }))
  .get("/:invoiceId/e-invoice", validate("param", param), async (c) =>
    sendEInvoice(await writeAnyEInvoice(c.var.ctx, c.req.valid("param"))),
  );
