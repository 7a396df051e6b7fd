import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { recordChangeMade } from "../../audit/record-change.ts";
import { acceptInvitation, findInvitation, raiseRole } from "./store.ts";

/**
 * What a sign-in with an invited address does: the writes, for its batch, that take the person onto the team. An
 * invitation that is revoked in between changes nothing, and nobody is taken down by one.
 * @param input.email the address that the provider vouches for today, lower case; null where it vouches for none
 */
export async function prepareAcceptance(
  ctx: Ctx,
  input: { email: string | null },
): Promise<(userId: string) => Statement[]> {
  const invitation =
    input.email === null ? undefined : await findInvitation(ctx.db, input.email, ctx.now);
  if (!invitation) return () => [];
  const { id, role, invitedBy } = invitation;
  return (userId) => [
    acceptInvitation(ctx.db, id, ctx.now),
    raiseRole(ctx.db, userId, role, ctx.now),
    recordChangeMade(
      { ...ctx, actor: { type: "system", job: "sign-in" } },
      {
        action: "team_member.joined",
        targetId: userId,
        after: { role, invitedBy, invitation: id },
      },
    ),
  ];
}
