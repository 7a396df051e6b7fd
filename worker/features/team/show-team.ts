import type { Role } from "../../context.ts";
import type { UserCtx } from "../../http/require.ts";
import { listStaff } from "./store.ts";

/** Somebody of the team. `current` is the one who asks. */
export type TeamMember = {
  id: string;
  name: string | null;
  email: string | null;
  role: Role;
  current: boolean;
  createdAt: number;
};

/** Everybody who is more than a buyer. */
export async function showTeam(ctx: UserCtx): Promise<{ members: TeamMember[] }> {
  const staff = await listStaff(ctx.db);
  return {
    members: staff.map((member) => ({ ...member, current: member.id === ctx.actor.userId })),
  };
}
