import { Hono } from "hono";
import { z } from "zod";
import { decodeCursor } from "../../db/page-cursor.ts";
import { product, productStatus } from "../../feed/product.ts";
import { answerFoundJson, answerJsonList } from "../../http/answer-json.ts";
import { answerWithEtag } from "../../http/api-conventions.ts";
import { idParam } from "../../http/api-inputs.ts";
import { requireScope, type ApiEnv } from "../../http/api-key.ts";
import { listOf, listQuery, noQuery } from "../../http/api-schemas.ts";
import { describe } from "../../http/describe.ts";
import { validate } from "../../http/validate.ts";
import { findProduct, listProducts } from "./products.query.ts";

const query = z.strictObject({ ...listQuery, status: productStatus.optional() });

/** `/api/v1/products`. */
export const productApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Products",
      operationId: "listProducts",
      summary: "List products",
      description: "With their active prices and their benefits.",
      scope: "products:read",
      answer: listOf(product),
    }),
    requireScope("products:read"),
    validate("query", query),
    async (c) => {
      const { status, limit, cursor } = c.req.valid("query");
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      const rows = await listProducts(c.var.ctx, { status, limit, after });
      return answerJsonList(c, rows, limit, ({ id }) => ({ value: id, id }));
    },
  )
  .get(
    "/:id",
    describe({
      tag: "Products",
      operationId: "getProduct",
      summary: "Get a product",
      scope: "products:read",
      answer: product,
      errors: ["not_found"],
    }),
    answerWithEtag,
    requireScope("products:read"),
    validate("param", idParam("prd")),
    validate("query", noQuery),
    async (c) => answerFoundJson(c, await findProduct(c.var.ctx, c.req.valid("param").id)),
  );
