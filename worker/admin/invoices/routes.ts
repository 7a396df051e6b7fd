import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { sendEInvoice, writeAnyEInvoice } from "../../billing/e-invoice/write-e-invoice.ts";

const param = z.object({ invoiceId: z.string().regex(/^in_\w{1,60}$/) });

/** `/api/admin/invoices`: invoices as files. */
export const invoiceRoutes = new Hono<UserEnv>().get(
  "/:invoiceId/e-invoice",
  validate("param", param),
  async (c) => sendEInvoice(await writeAnyEInvoice(c.var.ctx, c.req.valid("param"))),
);
