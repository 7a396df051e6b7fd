import type { Role } from "../../lib/roles.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { logEvent } from "../../lib/log.ts";
import { recordChangeMade } from "../../audit/record-change.ts";
import { findRole, revokeInvitationsBy, setRole } from "../../identity/team/store.ts";

/**
 * Gives a person another role; `buyer` takes them off the team. It acts at their next request. Whoever is no owner any
 * more has invited nobody either: their open invitations are revoked.
 * @throws `not_found` for a person nobody knows, `last_owner`
 */
export async function changeRole(
  ctx: UserCtx,
  input: { userId: string; role: Role },
): Promise<void> {
  const { userId, role } = input;
  const before = await findRole(ctx.db, userId);
  if (!before) throw fail("not_found", { reason: "no active person of that id" });
  const [changed] = await ctx.db.batch([
    setRole(ctx.db, userId, role, ctx.now),
    recordChangeMade(ctx, {
      action: "team_member.updated",
      targetId: userId,
      before: { role: before.role },
      after: { role },
    }),
    revokeInvitationsBy(ctx.db, userId, ctx.now),
  ]);
  if (changed.length === 0) throw fail("last_owner");
  logEvent("info", "role_changed", {
    by: ctx.actor.userId,
    user: userId,
    from: before.role,
    to: role,
    request_id: ctx.requestId,
  });
}
