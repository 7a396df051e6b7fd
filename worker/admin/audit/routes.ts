import { Hono } from "hono";
import { z } from "zod";
import { auditActions } from "../../audit/actions.ts";
import type { UserEnv } from "../../context.ts";
import { dayRangeQuery } from "../frame/day-range.ts";
import { pageQuery } from "../frame/page-query.ts";
import { runVerb } from "../../http/run-verb.ts";
import { listAuditLog } from "./list-audit-log.ts";

const query = z.strictObject({
  ...pageQuery,
  ...dayRangeQuery,
  search: z.string().trim().max(64).optional(),
  action: z.enum(auditActions).optional(),
  actorId: z.string().max(64).optional(),
});

/** `/api/admin/audit`: who changed what. */
export const auditRoutes = new Hono<UserEnv>().get("/", ...runVerb(listAuditLog, { query }));
