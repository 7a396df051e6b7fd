import type { Statement } from "../../db/client.ts";
import type { UserCtx } from "../../context.ts";
import { recordChangeMade } from "../../audit/record-change.ts";
import { revokeInvitationsBy } from "./store.ts";

/**
 * The writes for the batch that deletes the person's account, right after the statement that does: where it did, that one
 * of the team has left is written down, and who is no owner any more has invited nobody.
 */
export function leaveTeam(ctx: UserCtx): Statement[] {
  const { userId, role } = ctx.actor;
  if (role === "buyer") return [];
  return [
    recordChangeMade(ctx, { action: "team_member.left", targetId: userId, before: { role } }),
    revokeInvitationsBy(ctx.db, userId, ctx.now),
  ];
}
