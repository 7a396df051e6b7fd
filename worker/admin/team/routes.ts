import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { pageQuery } from "../../http/page-query.ts";
import { validate } from "../../http/validate.ts";
import { changeRole } from "./change-role.ts";
import { inviteToTeam, resendInvitation, revokeInvitation } from "./invite-to-team.ts";
import { listInvitations, listTeam } from "./list-team.ts";
import { idParam } from "../../lib/id-schema.ts";

const role = z.enum(["support", "admin", "owner"]);
const email = z
  .email("Enter an email address like ann@example.com.")
  .max(254, "Must be 254 characters or fewer.");
const newMember = z.strictObject({ email, role });
const roleBody = z.strictObject({ role });
const invitationParam = idParam("inv");
const userParam = idParam("usr");

const memberQuery = z.strictObject({
  ...pageQuery,
  search: z.string().trim().max(120).optional(),
  role: role.optional(),
  sort: z.enum(["oldest", "newest", "name"]).optional(),
});
const invitationQuery = memberQuery.omit({ role: true, sort: true });

/** `/api/admin/team`: owners only. */
export const teamRoutes = new Hono<UserEnv>()
  .get("/", validate("query", memberQuery), async (c) =>
    c.json(await listTeam(c.var.ctx, c.req.valid("query"))),
  )
  .get("/invitations", validate("query", invitationQuery), async (c) =>
    c.json(await listInvitations(c.var.ctx, c.req.valid("query"))),
  )
  .post("/", requireFreshSignIn, validate("json", newMember), async (c) =>
    c.json(await inviteToTeam(c.var.ctx, c.req.valid("json")), 201),
  )
  .post(
    "/invitations/:id/email",
    requireFreshSignIn,
    validate("param", invitationParam),
    async (c) => c.json(await resendInvitation(c.var.ctx, c.req.valid("param"))),
  )
  .delete("/invitations/:id", requireFreshSignIn, validate("param", invitationParam), async (c) => {
    await revokeInvitation(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
  .put(
    "/:id/role",
    requireFreshSignIn,
    validate("param", userParam),
    validate("json", roleBody),
    async (c) => {
      const { id: userId } = c.req.valid("param");
      await changeRole(c.var.ctx, { userId, ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .delete("/:id", requireFreshSignIn, validate("param", userParam), async (c) => {
    await changeRole(c.var.ctx, { userId: c.req.valid("param").id, role: "buyer" });
    return c.body(null, 204);
  });
