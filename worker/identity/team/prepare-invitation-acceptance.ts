import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { markInvitationAccepted, findInvitation, promoteUser } from "./store.ts";

/**
 * Prepares the writes that add a user to the team when they sign in with an invited email, for the sign-in's batch. If
 * the invitation is revoked in between, they change nothing. They never lower a role.
 * @param input.email the email that the provider vouches for now, lower case; null if there is none
 */
export async function prepareInvitationAcceptance(
  ctx: Ctx,
  input: { email: string | null },
): Promise<(userId: string) => Statement[]> {
  const invitation =
    input.email === null ? undefined : await findInvitation(ctx.db, input.email, ctx.now);
  if (!invitation) return () => [];
  const { id, role, invitedBy } = invitation;
  return (userId) => [
    markInvitationAccepted(ctx.db, id, ctx.now),
    promoteUser(ctx.db, userId, role, ctx.now),
    recordChangeIfApplied(
      { ...ctx, actor: { type: "system", job: "sign-in" } },
      {
        action: "team_member.joined",
        targetId: userId,
        after: { role, invitedBy, invitation: id },
      },
    ),
  ];
}
