import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { dayRangeQuery } from "../../http/day-range.ts";
import { pageQuery } from "../../http/page-query.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { refundChoice } from "../payments/refund-schema.ts";
import { exportOrders } from "./export-orders.ts";
import { listProductFilterOptions } from "./list-product-filter-options.ts";
import { refundOrder } from "./refund-order.ts";
import { searchOrders, summarizeOrders } from "./search-orders.ts";
import { showOrder } from "./show-order.ts";

const filters = {
  ...dayRangeQuery,
  search: z.string().trim().min(2, "Enter at least 2 characters.").max(200).optional(),
  status: z
    .enum(["pending", "paid", "partially_refunded", "refunded", "disputed", "failed"])
    .optional(),
  productId: z
    .string()
    .regex(/^prd_[0-9a-z]{26}$/)
    .optional(),
  sort: z.enum(["newest", "oldest"]).optional(),
};
const listQuery = z.strictObject({ ...pageQuery, ...filters });
const exportQuery = z.strictObject(filters);
const orderParam = z.object({ id: z.string().regex(/^ord_[0-9a-z]{26}$/) });

/** `/api/admin/orders`: one-time purchases and their refunds. */
export const orderRoutes = new Hono<UserEnv>()
  .get("/", validate("query", listQuery), async (c) =>
    c.json(await searchOrders(c.var.ctx, c.req.valid("query"))),
  )
  .get("/export", requireFreshSignIn, validate("query", exportQuery), (c) =>
    exportOrders(c.var.ctx, c.req.valid("query")),
  )
  .get("/summary", validate("query", exportQuery), async (c) =>
    c.json(await summarizeOrders(c.var.ctx, c.req.valid("query"))),
  )
  .get("/products", validate("query", z.strictObject({})), async (c) =>
    c.json({ products: await listProductFilterOptions(c.var.ctx) }),
  )
  .get("/:id", validate("param", orderParam), async (c) =>
    c.json(await showOrder(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/:id/refunds",
    validate("param", orderParam),
    validate("json", refundChoice),
    async (c) => {
      const { id } = c.req.valid("param");
      await refundOrder(c.var.ctx, { id, ...c.req.valid("json") });
      return c.json(await showOrder(c.var.ctx, { id }), 201);
    },
  );
