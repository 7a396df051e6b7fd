import { commit } from "../../db/client.ts";
import { hasRole, type Role } from "../../shared/roles.ts";
import { revokePrograms } from "../../account/revoke-programs.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { logEvent } from "../../lib/log.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { deleteFiltersUnlessMember } from "../../identity/team/store-saved-filters.ts";
import { findRole, revokeInvitationsFromUser, setRole } from "../../identity/team/store.ts";

/**
 * Changes a user's role; `buyer` removes them from the team. It applies from their next request on. If they are no
 * longer an owner, the open invitations they sent are revoked; with the role, their saved filters are deleted. Below admin, their API
 * keys are revoked and their webhook endpoints disabled.
 * @param input.keepsPrograms leaves the keys and endpoints as they are
 * @throws `not_found` for an unknown or inactive user, `last_owner`
 */
export async function changeRole(
  ctx: UserCtx,
  input: { userId: string; role: Role; keepsPrograms?: boolean | undefined },
): Promise<void> {
  const { userId, role, keepsPrograms = false } = input;
  const [before, revocation] = await Promise.all([
    findRole(ctx.db, userId),
    keepsPrograms || hasRole(role, "admin") ? [] : revokePrograms(ctx, { userId }),
  ]);
  if (!before) throw fail("not_found", { reason: "no active user with that id" });
  const [written] = await commit(ctx.db, [
    setRole(ctx.db, userId, role, ctx.now),
    recordChangeIfApplied(ctx, {
      action: "team_member.updated",
      targetId: userId,
      before: { role: before.role },
      after: { role },
    }),
    revokeInvitationsFromUser(ctx.db, userId, ctx.now),
    deleteFiltersUnlessMember(ctx.db, userId),
    ...revocation,
  ]);
  if (written?.meta.changes === 0) throw fail("last_owner");
  logEvent(
    "info",
    "team.role_changed",
    {
      by: ctx.actor.userId,
      user: userId,
      from: before.role,
      to: role,
    },
    ctx,
  );
}
