import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { changeRole } from "./change-role.ts";
import { inviteToTeam, resendInvitation, revokeInvitation } from "./invite-to-team.ts";
import { showTeam } from "./show-team.ts";

const role = z.enum(["support", "admin", "owner"]);
const email = z.email("Write an address like ann@example.com.").max(254, "At most 254 characters.");
const newMember = z.strictObject({ email, role });
const roleBody = z.strictObject({ role });
const invitationParam = z.object({ id: z.string().regex(/^inv_[0-9a-z]{26}$/) });
const userParam = z.object({ id: z.string().regex(/^usr_[0-9a-z]{26}$/) });

/** `/api/admin/team`: owners only. */
export const teamRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await showTeam(c.var.ctx)))
  .post("/", requireFreshSignIn, validate("json", newMember), async (c) => {
    const result = await inviteToTeam(c.var.ctx, c.req.valid("json"));
    return c.json({ ...result, ...(await showTeam(c.var.ctx)) }, 201);
  })
  .post(
    "/invitations/:id/mail",
    requireFreshSignIn,
    validate("param", invitationParam),
    async (c) => {
      const result = await resendInvitation(c.var.ctx, c.req.valid("param"));
      return c.json({ ...result, ...(await showTeam(c.var.ctx)) });
    },
  )
  .delete("/invitations/:id", requireFreshSignIn, validate("param", invitationParam), async (c) => {
    await revokeInvitation(c.var.ctx, c.req.valid("param"));
    return c.json(await showTeam(c.var.ctx));
  })
  .put(
    "/:id/role",
    requireFreshSignIn,
    validate("param", userParam),
    validate("json", roleBody),
    async (c) => {
      const { id: userId } = c.req.valid("param");
      await changeRole(c.var.ctx, { userId, ...c.req.valid("json") });
      return c.json(await showTeam(c.var.ctx));
    },
  )
  .delete("/:id", requireFreshSignIn, validate("param", userParam), async (c) => {
    await changeRole(c.var.ctx, { userId: c.req.valid("param").id, role: "buyer" });
    return c.json(await showTeam(c.var.ctx));
  });
