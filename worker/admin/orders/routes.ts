import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery } from "../frame/page-query.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { refundChoice } from "../../billing/refund-schema.ts";
import {
  listProductFilterOptions,
  exportOrders,
  orderFilters,
  searchOrders,
  summarizeOrders,
} from "./search-orders.ts";
import { disputeAnswer } from "../../billing/answer-dispute.ts";
import { answerOrderDispute } from "./answer-order-dispute.ts";
import { refundOrder } from "./refund-order.ts";
import { showOrder } from "./show-order.ts";
import { idParam } from "../../lib/id-schema.ts";

const listQuery = z.strictObject({ ...pageQuery, ...orderFilters });
const exportQuery = z.strictObject(orderFilters);
const orderParam = idParam("ord");
/** Without `lineIds`, an amount of the whole order. */
const orderRefund = refundChoice.extend({
  lineIds: z
    .array(z.string().regex(/^[a-z]{2}_\w{1,60}$/))
    .min(1)
    .max(10)
    .optional(),
});

/** `/api/admin/orders`: one-time purchases and their refunds. */
export const orderRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(searchOrders, { query: listQuery }))
  .get("/export", requireFreshSignIn, ...runVerb(exportOrders, { query: exportQuery }))
  .get("/summary", ...runVerb(summarizeOrders, { query: exportQuery }))
  .get("/products", validate("query", z.strictObject({})), async (c) =>
    c.json({ products: await listProductFilterOptions(c.var.ctx) }),
  )
  .get("/:id", ...runVerb(showOrder, { param: orderParam }))
  .post(
    "/:id/refunds",
    ...runVerb(andShow(refundOrder, showOrder), { param: orderParam, json: orderRefund }, 201),
  )
  .post(
    "/:id/dispute-answer",
    ...runVerb(andShow(answerOrderDispute, showOrder), { param: orderParam, json: disputeAnswer }),
  );
