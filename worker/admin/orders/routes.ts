import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery } from "../../http/page-query.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { refundChoice } from "../../billing/refund-schema.ts";
import { listProductFilterOptions } from "./list-product-filter-options.ts";
import { refundOrder } from "./refund-order.ts";
import { exportOrders, orderFilters, searchOrders, summarizeOrders } from "./search-orders.ts";
import { showOrder } from "./show-order.ts";
import { idParam } from "../../lib/id-schema.ts";

const listQuery = z.strictObject({ ...pageQuery, ...orderFilters });
const exportQuery = z.strictObject(orderFilters);
const orderParam = idParam("ord");

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
