import { Hono } from "hono";
import { z } from "zod";
import { product, productStatus } from "../../feed/product.ts";
import { listObjects, readObject } from "../protocol/answer-json.ts";
import type { ApiEnv } from "../protocol/api-key.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
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
    ...listObjects("products:read", query, listProducts),
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
    ...readObject("products:read", "prd", findProduct),
  );
