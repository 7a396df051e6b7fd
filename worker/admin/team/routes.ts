import { Hono } from "hono";
import { z } from "zod";
import type { UserCtx, UserEnv } from "../../context.ts";
import { listPrograms } from "../../account/revoke-programs.ts";
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
// `keepsPrograms`: the member's API keys and webhook endpoints go on working.
const roleBody = z.strictObject({ role, keepsPrograms: z.boolean().optional() });
const removalQuery = z.strictObject({ keepsPrograms: z.enum(["true", "false"]).optional() });
const invitationParam = idParam("inv");
const userParam = idParam("usr").transform(({ id }) => ({ userId: id }));

const memberQuery = z.strictObject({
  ...pageQuery,
  search: z.string().trim().max(120).optional(),
  role: role.optional(),
  sort: z.enum(["oldest", "newest", "name"]).optional(),
});
const invitationQuery = memberQuery.omit({ role: true, sort: true });

const removeFromTeam = (
  ctx: UserCtx,
  { userId, keepsPrograms }: { userId: string } & z.output<typeof removalQuery>,
) => changeRole(ctx, { userId, role: "buyer", keepsPrograms: keepsPrograms === "true" });

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
  .get("/:id/programs", ...runVerb(listPrograms, { param: userParam }))
  .delete(
    "/:id",
    requireFreshSignIn,
    ...runVerb(removeFromTeam, { param: userParam, query: removalQuery }),
  );
