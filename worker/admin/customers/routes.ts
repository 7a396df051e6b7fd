import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { revokeUserSessions } from "../../account/revoke-sessions.ts";
import { exportCustomers, listCustomers, summarizeCustomers } from "./list-customers.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { previewMerge } from "./preview-merge.ts";
import { exportQuery, listQuery, mergeBody, sessionParam, userParam } from "./schema.ts";
import { showCustomer } from "./show-customer.ts";
import { supportRoutes } from "./support-routes.ts";

/** `/api/admin/customers`: all users, and everything about each. */
export const customerRoutes = new Hono<UserEnv>()
  .route("/", supportRoutes)
  .get("/", validate("query", listQuery), async (c) =>
    c.json(await listCustomers(c.var.ctx, c.req.valid("query"))),
  )
  .get("/export", requireFreshSignIn, validate("query", exportQuery), (c) =>
    exportCustomers(c.var.ctx, c.req.valid("query")),
  )
  .get("/summary", validate("query", exportQuery), async (c) =>
    c.json(await summarizeCustomers(c.var.ctx, c.req.valid("query"))),
  )
  .get("/:userId", validate("param", userParam), async (c) =>
    c.json(await showCustomer(c.var.ctx, c.req.valid("param"))),
  )
  .delete("/:userId/sessions", requireFreshSignIn, validate("param", userParam), async (c) => {
    await revokeUserSessions(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
  .delete(
    "/:userId/sessions/:id",
    requireFreshSignIn,
    validate("param", sessionParam),
    async (c) => {
      const { userId, id: sessionId } = c.req.valid("param");
      await revokeUserSessions(c.var.ctx, { userId, sessionId });
      return c.body(null, 204);
    },
  )
  .get("/:userId/merge", validate("param", userParam), validate("query", mergeBody), async (c) => {
    const { userId: intoId } = c.req.valid("param");
    return c.json(await previewMerge(c.var.ctx, { ...c.req.valid("query"), intoId }));
  })
  .post(
    "/:userId/merge",
    requireFreshSignIn,
    validate("param", userParam),
    validate("json", mergeBody),
    async (c) => {
      const { userId: intoId } = c.req.valid("param");
      await mergeAccounts(c.var.ctx, { ...c.req.valid("json"), intoId });
      return c.body(null, 204);
    },
  );
