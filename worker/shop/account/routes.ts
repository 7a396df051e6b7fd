import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireFreshSignIn, requireUser } from "../../http/require.ts";
import { clearSessionCookieOnSuccess } from "../../http/session.ts";
import { validate } from "../../http/validate.ts";
import { createLinkIntent } from "../../identity/sign-in/link-identity.ts";
import { deleteAccount, previewAccountDeletion } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";
import { renameAccount } from "./rename-account.ts";
import { revokeOtherSessions, revokeSession } from "./revoke-session.ts";
import { showAccount } from "./show-account.ts";
import { unlinkIdentity } from "./unlink-identity.ts";

const nameBody = z.strictObject({ name: z.string().min(1).max(120) });
const linkBody = z.strictObject({ provider: z.string().min(1).max(40) });
const identityParam = z.object({ id: z.string().regex(/^idn_[0-9a-z]{26}$/) });
const sessionParam = z.object({ id: z.string().regex(/^ses_[0-9a-z]{26}$/) });

/** `/api/me`: the signed-in user and their account. */
export const accountRoutes = new Hono<AppEnv>()
  .get("/", (c) => c.json({ user: c.var.profile ?? null }))
  .get("/account", requireUser, async (c) => c.json(await showAccount(c.var.ctx)))
  .patch("/account", requireUser, validate("json", nameBody), async (c) => {
    await renameAccount(c.var.ctx, c.req.valid("json"));
    return c.json(await showAccount(c.var.ctx));
  })
  .get("/account/export", requireUser, requireFreshSignIn, async (c) =>
    c.json(await exportAccount(c.var.ctx), 200, {
      "content-disposition": 'attachment; filename="account.json"',
    }),
  )
  .get("/account/deletion", requireUser, async (c) =>
    c.json(await previewAccountDeletion(c.var.ctx)),
  )
  .delete("/account", requireUser, requireFreshSignIn, clearSessionCookieOnSuccess, async (c) => {
    await deleteAccount(c.var.ctx);
    return c.body(null, 204);
  })
  .post("/links", requireUser, requireFreshSignIn, validate("json", linkBody), async (c) =>
    c.json(await createLinkIntent(c.var.ctx, c.req.valid("json")), 201),
  )
  .delete(
    "/identities/:id",
    requireUser,
    requireFreshSignIn,
    validate("param", identityParam),
    async (c) => {
      await unlinkIdentity(c.var.ctx, c.req.valid("param"));
      return c.body(null, 204);
    },
  )
  .delete("/sessions", requireUser, async (c) => {
    await revokeOtherSessions(c.var.ctx);
    return c.body(null, 204);
  })
  .delete("/sessions/:id", requireUser, validate("param", sessionParam), async (c) => {
    await revokeSession(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  });
