import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireFreshSignIn, requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { addToTeam, changeRole } from "./change-role.ts";
import { showTeam } from "./show-team.ts";

const role = z.enum(["support", "admin", "owner"]);
const newMember = z.strictObject({ email: z.email().max(254), role });
const roleBody = z.strictObject({ role });
const userParam = z.object({ id: z.string().regex(/^usr_[0-9a-z]{26}$/) });

/** `/api/admin/team`: owners only. */
export const teamRoutes = new Hono<AppEnv>()
  .get("/", requireRole("owner"), async (c) => c.json(await showTeam(c.var.ctx)))
  .post("/", requireRole("owner"), requireFreshSignIn, validate("json", newMember), async (c) => {
    await addToTeam(c.var.ctx, c.req.valid("json"));
    return c.json(await showTeam(c.var.ctx), 201);
  })
  .put(
    "/:id/role",
    requireRole("owner"),
    requireFreshSignIn,
    validate("param", userParam),
    validate("json", roleBody),
    async (c) => {
      const { id: userId } = c.req.valid("param");
      await changeRole(c.var.ctx, { userId, ...c.req.valid("json") });
      return c.json(await showTeam(c.var.ctx));
    },
  )
  .delete(
    "/:id",
    requireRole("owner"),
    requireFreshSignIn,
    validate("param", userParam),
    async (c) => {
      await changeRole(c.var.ctx, { userId: c.req.valid("param").id, role: "buyer" });
      return c.json(await showTeam(c.var.ctx));
    },
  );
