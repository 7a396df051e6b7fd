import { Hono } from "hono";
import { z } from "zod";
import { statementKinds } from "../../db/schema/statements.ts";
import { statement, statementState } from "../../feed/statement.ts";
import { describe } from "../../http/describe.ts";
import { listObjects, readObject } from "../protocol/answer-json.ts";
import type { ApiEnv } from "../protocol/api-key.ts";
import { oneOrMore, purchaseFilters } from "../protocol/inputs.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { findStatement, listStatements } from "./statements.query.ts";

const { product: _, ...filters } = purchaseFilters;
const query = z.strictObject({
  ...listQuery,
  ...filters,
  kind: z.enum(statementKinds).optional(),
  state: oneOrMore(statementState),
});

/** `/api/v1/statements`: withdrawals and cancellations that were declared without signing in. */
export const statementApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Statements",
      operationId: "listStatements",
      summary: "List statements",
      scope: "statements:read",
      answer: listOf(statement),
    }),
    ...listObjects("statements:read", query, listStatements),
  )
  .get(
    "/:id",
    describe({
      tag: "Statements",
      operationId: "getStatement",
      summary: "Get a statement",
      scope: "statements:read",
      answer: statement,
      errors: ["not_found"],
    }),
    ...readObject("statements:read", "stm", findStatement),
  );
