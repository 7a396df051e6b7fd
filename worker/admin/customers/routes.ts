import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { requireFreshSignIn, requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { endSessions } from "../../shop/account/revoke-user-sessions.ts";
import { exportCustomers } from "./export-customers.ts";
import { listCustomers } from "./list-customers.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { previewMerge } from "./preview-merge.ts";
import { exportQuery, listQuery, mergeBody, sessionParam, userParam } from "./schema.ts";
import { showCustomer } from "./show-customer.ts";

/** `/api/admin/customers`: everybody who signed in, and all about each. */
export const customerRoutes = new Hono<AppEnv>()
  .get("/", requireRole("support"), validate("query", listQuery), async (c) =>
    c.json(await listCustomers(c.var.ctx, c.req.valid("query"))),
  )
  .get("/export", requireRole("support"), validate("query", exportQuery), (c) =>
    exportCustomers(c.var.ctx, c.req.valid("query")),
  )
  .get("/:userId", requireRole("support"), validate("param", userParam), async (c) =>
    c.json(await showCustomer(c.var.ctx, c.req.valid("param"))),
  )
  .delete("/:userId/sessions", requireRole("admin"), validate("param", userParam), async (c) => {
    await endSessions(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
  .delete(
    "/:userId/sessions/:id",
    requireRole("admin"),
    validate("param", sessionParam),
    async (c) => {
      const { userId, id: sessionId } = c.req.valid("param");
      await endSessions(c.var.ctx, { userId, sessionId });
      return c.body(null, 204);
    },
  )
  .get(
    "/:userId/merge",
    requireRole("admin"),
    validate("param", userParam),
    validate("query", mergeBody),
    async (c) => {
      const { userId: intoId } = c.req.valid("param");
      return c.json(await previewMerge(c.var.ctx, { ...c.req.valid("query"), intoId }));
    },
  )
  .post(
    "/:userId/merge",
    requireRole("admin"),
    requireFreshSignIn,
    validate("param", userParam),
    validate("json", mergeBody),
    async (c) => {
      const { userId: intoId } = c.req.valid("param");
      await mergeAccounts(c.var.ctx, { ...c.req.valid("json"), intoId });
      return c.body(null, 204);
    },
  );
