import type { Role } from "../../lib/roles.ts";
import type { UserCtx } from "../../context.ts";
import { listInvitations, listStaff, type InvitationRow } from "../../identity/team/store.ts";

/** Somebody of the team. `current` is the one who asks. */
export type TeamMember = {
  id: string;
  name: string | null;
  email: string | null;
  role: Role;
  current: boolean;
  createdAt: number;
};

/** Somebody who has not signed in yet. After `expiresAt` (unix milliseconds) it acts no more, until it is sent again. */
export type Invitation = Pick<
  InvitationRow,
  "id" | "email" | "role" | "createdAt" | "expiresAt"
> & {
  isExpired: boolean;
};

/** Everybody who is more than a buyer, and who is invited to be. */
export async function showTeam(
  ctx: UserCtx,
): Promise<{ members: TeamMember[]; invitations: Invitation[] }> {
  const [staff, invitations] = await Promise.all([listStaff(ctx.db), listInvitations(ctx.db)]);
  return {
    members: staff.map((member) => ({ ...member, current: member.id === ctx.actor.userId })),
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
