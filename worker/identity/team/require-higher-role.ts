import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { mayActOn } from "../../shared/roles.ts";
import { findRole, findRoleOfMaker } from "./store.ts";

/**
 * Refuses that a team member acts on a user whose role is the same or higher, themselves included. Only owners may act
 * on themselves. Changing roles is not covered: owners change the roles of owners on the Team page. An API key
 * gives to no member what its maker could not, and nothing to a maker who is no owner; it acts for the shop otherwise,
 * as jobs do.
 * @throws `same_or_higher_role`
 */
export async function requireHigherRole(ctx: Ctx, input: { userId: string }): Promise<void> {
  const { actor } = ctx;
  if (actor.type === "system") return;
  if (actor.type === "key") return requireHigherMaker(ctx, { ...input, keyId: actor.keyId });
  const target = await findRole(ctx.db, input.userId);
  // A user who isn't active can't sign in, and counts as a buyer.
  const role = target?.role ?? "buyer";
  if (actor.type === "visitor" || !mayActOn(actor, { id: input.userId, role }))
    throw fail("same_or_higher_role", { reason: `the user is ${role}` });
}

async function requireHigherMaker(
  ctx: Ctx,
  { userId: id, keyId }: { userId: string; keyId: string },
): Promise<void> {
  const [target, maker] = await Promise.all([findRole(ctx.db, id), findRoleOfMaker(ctx.db, keyId)]);
  const role = target?.role ?? "buyer";
  if (role === "buyer" && maker?.userId !== id) return;
  if (!maker || !mayActOn(maker, { id, role }))
    throw fail("same_or_higher_role", { reason: `the key's maker may not act on ${role}` });
}
