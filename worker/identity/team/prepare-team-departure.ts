import type { Statement } from "../../db/client.ts";
import type { UserCtx } from "../../context.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { deleteFiltersUnlessMember } from "./store-saved-filters.ts";
import { revokeInvitationsFromUser } from "./store.ts";

/**
 * Returns the writes for a team member who deletes their account: an audit entry, the revocation of their open
 * invitations unless they are still an owner, and the deletion of their saved filters. They must follow the statement
 * that deletes the account in its batch, since the audit entry is written only if that statement changed a row.
 */
export function prepareTeamDeparture(ctx: UserCtx): Statement[] {
  const { userId, role } = ctx.actor;
  if (role === "buyer") return [];
  return [
    recordChangeIfApplied(ctx, { action: "team_member.left", targetId: userId, before: { role } }),
    revokeInvitationsFromUser(ctx.db, userId, ctx.now),
    deleteFiltersUnlessMember(ctx.db, userId),
  ];
}
