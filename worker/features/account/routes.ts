import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { renameAccount } from "./rename-account.ts";
import { revokeOtherSessions, revokeSession } from "./revoke-session.ts";
import { showAccount } from "./show-account.ts";

const nameBody = z.strictObject({ name: z.string().min(1).max(120) });
const sessionParam = z.object({ id: z.string().regex(/^ses_[0-9a-z]{26}$/) });

/** `/api/me`: who is signed in, and the account. */
export const accountRoutes = new Hono<AppEnv>()
  .get("/", (c) => c.json({ user: c.var.profile ?? null }))
  .get("/account", requireUser, async (c) => c.json(await showAccount(c.var.ctx)))
  .patch("/account", requireUser, validate("json", nameBody), async (c) => {
    await renameAccount(c.var.ctx, c.req.valid("json"));
    return c.json(await showAccount(c.var.ctx));
  })
  .delete("/sessions", requireUser, async (c) => {
    await revokeOtherSessions(c.var.ctx);
    return c.body(null, 204);
  })
  .delete("/sessions/:id", requireUser, validate("param", sessionParam), async (c) => {
    await revokeSession(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  });
