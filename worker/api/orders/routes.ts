import { Hono } from "hono";
import { z } from "zod";
import { decodeCursor } from "../../db/page-cursor.ts";
import { order, orderStatus } from "../../feed/order.ts";
import { answerFoundJson, answerJsonList } from "../../http/answer-json.ts";
import { answerWithEtag } from "../../http/api-conventions.ts";
import { requireScope, type ApiEnv } from "../../http/api-key.ts";
import { listOf, listQuery, noQuery } from "../../http/api-schemas.ts";
import { describe } from "../../http/describe.ts";
import { idParam, oneWithoutCustomer, purchaseFilters } from "../../http/api-inputs.ts";
import { validate } from "../../http/validate.ts";
import { findOrder, listOrders } from "./orders.query.ts";

const query = z
  .strictObject({ ...listQuery, ...purchaseFilters, status: orderStatus.optional() })
  .refine(...oneWithoutCustomer("product", "status"));

/** `/api/v1/orders`. */
export const orderApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Orders",
      operationId: "listOrders",
      summary: "List orders",
      description: "Without `customer`, filter by `product` or by `status`, not by both.",
      scope: "orders:read",
      answer: listOf(order),
    }),
    requireScope("orders:read"),
    validate("query", query),
    async (c) => {
      const { cursor, ...filter } = c.req.valid("query");
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      const rows = await listOrders(c.var.ctx, { ...filter, after });
      return answerJsonList(c, rows, filter.limit, (row) => row);
    },
  )
  .get(
    "/:id",
    describe({
      tag: "Orders",
      operationId: "getOrder",
      summary: "Get an order",
      scope: "orders:read",
      answer: order,
      errors: ["not_found"],
    }),
    answerWithEtag,
    requireScope("orders:read"),
    validate("param", idParam("ord")),
    validate("query", noQuery),
    async (c) => answerFoundJson(c, await findOrder(c.var.ctx, c.req.valid("param").id)),
  );
