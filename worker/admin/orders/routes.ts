import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { pageQuery } from "../../http/page-query.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { refundChoice } from "../payments/refund-schema.ts";
import { exportOrders } from "./export-orders.ts";
import { listSoldProducts } from "./list-product-filter-options.ts";
import { refundOrder } from "./refund-order.ts";
import { searchOrders } from "./search-orders.ts";
import { showOrder } from "./show-order.ts";

const filters = {
  search: z.string().trim().min(2, "Type at least two characters").max(200).optional(),
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

/** `/api/admin/orders`: what was bought once, and giving it back. */
export const orderRoutes = new Hono<AppEnv>()
  .get("/", requireRole("support"), validate("query", listQuery), async (c) =>
    c.json(await searchOrders(c.var.ctx, c.req.valid("query"))),
  )
  .get("/export", requireRole("support"), validate("query", exportQuery), (c) =>
    exportOrders(c.var.ctx, c.req.valid("query")),
  )
  .get("/products", requireRole("support"), validate("query", z.strictObject({})), async (c) =>
    c.json({ products: await listSoldProducts(c.var.ctx) }),
  )
  .get("/:id", requireRole("support"), validate("param", orderParam), async (c) =>
    c.json(await showOrder(c.var.ctx, c.req.valid("param"))),
  )
  .post(
    "/:id/refunds",
    requireRole("admin"),
    validate("param", orderParam),
    validate("json", refundChoice),
    async (c) => {
      const { id } = c.req.valid("param");
      await refundOrder(c.var.ctx, { id, ...c.req.valid("json") });
      return c.json(await showOrder(c.var.ctx, { id }), 201);
    },
  );
