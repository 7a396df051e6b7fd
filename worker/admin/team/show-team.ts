import type { Role } from "../../lib/roles.ts";
import type { UserCtx } from "../../context.ts";
import { listInvitations, listTeamMembers, type InvitationRow } from "../../identity/team/store.ts";

/** A team member. `current`: the user who makes the request. */
export type TeamMember = {
  id: string;
  name: string | null;
  email: string | null;
  role: Role;
  current: boolean;
  createdAt: number;
};

/** An invitation that was not accepted yet. After `expiresAt` (unix milliseconds) it is invalid until it is resent. */
export type Invitation = Pick<
  InvitationRow,
  "id" | "email" | "role" | "createdAt" | "expiresAt"
> & {
  isExpired: boolean;
};

/** Returns the team members and the open invitations. */
export async function showTeam(
  ctx: UserCtx,
): Promise<{ members: TeamMember[]; invitations: Invitation[] }> {
  const [members, invitations] = await Promise.all([
    listTeamMembers(ctx.db),
    listInvitations(ctx.db),
  ]);
  return {
    members: members.map((member) => ({ ...member, current: member.id === ctx.actor.userId })),
    invitations: invitations.map(({ id, email, role, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      createdAt,
      expiresAt,
      isExpired: expiresAt <= ctx.now,
    })),
  };
}
