import { Hono } from "hono";
import { z } from "zod";
import type { UserCtx, UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { pageQuery } from "../frame/page-query.ts";
import { runVerb } from "../../http/run-verb.ts";
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
const userParam = idParam("usr").transform(({ id }) => ({ userId: id }));

const memberQuery = z.strictObject({
  ...pageQuery,
  search: z.string().trim().max(120).optional(),
  role: role.optional(),
  sort: z.enum(["oldest", "newest", "name"]).optional(),
});
const invitationQuery = memberQuery.omit({ role: true, sort: true });

const removeFromTeam = (ctx: UserCtx, { userId }: { userId: string }) =>
  changeRole(ctx, { userId, role: "buyer" });

/** `/api/admin/team`: owners only. */
export const teamRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listTeam, { query: memberQuery }))
  .get("/invitations", ...runVerb(listInvitations, { query: invitationQuery }))
  .post("/", requireFreshSignIn, ...runVerb(inviteToTeam, { json: newMember }, 201))
  .post(
    "/invitations/:id/email",
    requireFreshSignIn,
    ...runVerb(resendInvitation, { param: invitationParam }),
  )
  .delete(
    "/invitations/:id",
    requireFreshSignIn,
    ...runVerb(revokeInvitation, { param: invitationParam }),
  )
  .put(
    "/:id/role",
    requireFreshSignIn,
    ...runVerb(changeRole, { param: userParam, json: roleBody }),
  )
  .delete("/:id", requireFreshSignIn, ...runVerb(removeFromTeam, { param: userParam }));
