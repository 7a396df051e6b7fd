import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { dismissAlert, listPaymentAlerts, refundAndEnd } from "./alerts.ts";
import { exportPayments } from "./export-payments.ts";
import { pageQuery } from "../frame/page-query.ts";
import { exportFigures } from "./export-figures.ts";
import { exportRows, listRows } from "./list-rows.ts";
import { rangeQuery } from "./periods.ts";
import { figures } from "./rows.query.ts";
import { showDisputes } from "./show-disputes.ts";
import { showOverview } from "./show-overview.ts";
import { showCohorts, showSales, showUpcoming } from "./show-sections.ts";

const query = z.strictObject(rangeQuery);

const rowFilters = {
  ...rangeQuery,
  figure: z.enum(figures, "Not a figure of the overview"),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, "Must be a three-letter currency code, such as usd.")
    .optional(),
  key: z
    .string()
    .regex(/^(|prd_[0-9a-z]{26}|[A-Z]{2})$/, "A product's id or a country")
    .optional(),
};
const rowsQuery = z.strictObject({ ...pageQuery, ...rowFilters });
const none = z.strictObject({});

const alertParam = z.object({ id: z.string().regex(/^\w{1,255}$/) });

/** `/api/admin/overview`: the shop's figures, action items, and alerts about payments. */
export const overviewRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(showOverview, { query }))
  .get("/sales", ...runVerb(showSales, { query }))
  .get("/cohorts", validate("query", none), async (c) => c.json(await showCohorts(c.var.ctx)))
  .get("/upcoming", validate("query", none), async (c) => c.json(await showUpcoming(c.var.ctx)))
  .get("/rows", ...runVerb(listRows, { query: rowsQuery }))
  .get(
    "/rows/export",
    requireFreshSignIn,
    ...runVerb(exportRows, { query: z.strictObject(rowFilters) }),
  )
  .get("/export", requireFreshSignIn, ...runVerb(exportFigures, { query }))
  .get("/disputes", async (c) => c.json(await showDisputes(c.var.ctx)))
  .get("/payments/export", requireFreshSignIn, ...runVerb(exportPayments, { query }))
  .get("/alerts", async (c) => c.json(await listPaymentAlerts(c.var.ctx)))
  .post(
    "/alerts/:id/refund",
    ...runVerb(andShow(refundAndEnd, listPaymentAlerts), { param: alertParam }),
  )
  .post(
    "/alerts/:id/dismissal",
    ...runVerb(andShow(dismissAlert, listPaymentAlerts), { param: alertParam }),
  );
