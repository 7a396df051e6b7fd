import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { statementKinds, statementStates } from "../../db/schema/statements.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { idParam, idSchema } from "../../lib/id-schema.ts";
import { pageQuery } from "../frame/page-query.ts";
import {
  assignContract,
  decideStatement,
  statementContract,
  statementDecision,
} from "./decide-statement.ts";
import { countOpen, searchStatements, showStatement } from "./show-statement.ts";

const listQuery = z.strictObject({
  ...pageQuery,
  kind: z.enum(statementKinds).optional(),
  state: z.enum(statementStates).optional(),
  userId: idSchema("usr").optional(),
});
const param = idParam("stm");

/** `/api/admin/statements`: withdrawals and cancellations that were declared without signing in. */
export const statementRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(searchStatements, { query: listQuery }))
  .get("/open", ...runVerb(countOpen, { query: z.strictObject({}) }))
  .get("/:id", ...runVerb(showStatement, { param }))
  .put(
    "/:id/contract",
    ...runVerb(andShow(assignContract, showStatement), { param, json: statementContract }),
  )
  .post(
    "/:id/decision",
    ...runVerb(andShow(decideStatement, showStatement), { param, json: statementDecision }, 201),
  );
