import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { revokeUserSessions } from "../../account/revoke-sessions.ts";
import { exportCustomers, listCustomers, summarizeCustomers } from "./list-customers.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { previewMerge } from "./preview-merge.ts";
import {
  exportQuery,
  listQuery,
  mergeBody,
  mergeParam,
  sessionParam,
  userParam,
} from "./schema.ts";
import { showCustomer } from "./show-customer.ts";
import { supportRoutes } from "./support-routes.ts";

/** `/api/admin/customers`: all users, and everything about each. */
export const customerRoutes = new Hono<UserEnv>()
  .route("/", supportRoutes)
  .get("/", ...runVerb(listCustomers, { query: listQuery }))
  .get("/export", requireFreshSignIn, ...runVerb(exportCustomers, { query: exportQuery }))
  .get("/summary", ...runVerb(summarizeCustomers, { query: exportQuery }))
  .get("/:userId", ...runVerb(showCustomer, { param: userParam }))
  .delete(
    "/:userId/sessions",
    requireFreshSignIn,
    ...runVerb(revokeUserSessions, { param: userParam }),
  )
  .delete(
    "/:userId/sessions/:id",
    requireFreshSignIn,
    ...runVerb(revokeUserSessions, { param: sessionParam }),
  )
  .get("/:userId/merge", ...runVerb(previewMerge, { param: mergeParam, query: mergeBody }))
  .post(
    "/:userId/merge",
    requireFreshSignIn,
    ...runVerb(mergeAccounts, { param: mergeParam, json: mergeBody }),
  );
