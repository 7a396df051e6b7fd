import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { mayActOn } from "../../shared/roles.ts";
import { findRole } from "./store.ts";

/**
 * Refuses that a team member acts on a user whose role is the same or higher, themselves included. Only owners may act
 * on themselves. Changing roles is not covered: owners change the roles of owners on the Team page. API keys and jobs
 * act for the shop, not with a member's role.
 * @throws `same_or_higher_role`
 */
export async function requireHigherRole(ctx: Ctx, input: { userId: string }): Promise<void> {
  const { actor } = ctx;
  if (actor.type === "key" || actor.type === "system") return;
  const target = await findRole(ctx.db, input.userId);
  // A user who isn't active can't sign in, and counts as a buyer.
  const role = target?.role ?? "buyer";
  if (actor.type === "visitor" || !mayActOn(actor, { id: input.userId, role }))
    throw fail("same_or_higher_role", { reason: `the user is ${role}` });
}
