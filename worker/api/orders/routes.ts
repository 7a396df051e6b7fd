import { Hono } from "hono";
import { z } from "zod";
import { order, orderStatus } from "../../feed/order.ts";
import { listObjects, readObject } from "../protocol/answer-json.ts";
import type { ApiEnv } from "../protocol/api-key.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
import { oneOrMore, orderNumberInput, purchaseFilters } from "../protocol/inputs.ts";
import { findOrder, listOrders } from "./orders.query.ts";

const query = z.strictObject({
  ...listQuery,
  ...purchaseFilters,
  number: orderNumberInput,
  status: oneOrMore(orderStatus),
});

/** `/api/v1/orders`. */
export const orderApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Orders",
      operationId: "listOrders",
      summary: "List orders",
      scope: "orders:read",
      answer: listOf(order),
    }),
    ...listObjects("orders:read", query, listOrders),
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
    ...readObject("orders:read", "ord", findOrder),
  );
