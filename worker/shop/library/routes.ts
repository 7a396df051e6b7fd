import { Hono } from "hono";
import type { AppEnv } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";

/** `/api/me/library`: everything the user has access to, and why. */
export const libraryRoutes = new Hono<AppEnv>().get("/", requireUser, async (c) => {
  const { userId } = c.var.ctx.actor;
  return c.json({ entries: await showLibrary(c.var.ctx, { userId }) });
});
