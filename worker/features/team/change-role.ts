import type { Role } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../http/require.ts";
import { logEvent } from "../../lib/log.ts";
import { findPersonByEmail, findRole, setRole } from "./store.ts";

/**
 * Gives a person another role; `buyer` takes them off the team. It acts at their next request.
 * @throws `not_found` for a person nobody knows, `last_owner`
 */
export async function changeRole(
  ctx: UserCtx,
  input: { userId: string; role: Role },
): Promise<void> {
  const before = await findRole(ctx.db, input.userId);
  if (!before) throw fail("not_found", { reason: "no active person of that id" });
  const { meta } = await setRole(ctx.db, input.userId, input.role, ctx.now);
  if (meta.changes === 0) throw fail("last_owner");
  logEvent("info", "role_changed", {
    by: ctx.actor.userId,
    user: input.userId,
    from: before.role,
    to: input.role,
    request_id: ctx.requestId,
  });
}

/**
 * Takes a person onto the team who has signed in before, by the address their provider verified.
 * @throws `not_found` when nobody with that address has signed in yet
 */
export async function addToTeam(ctx: UserCtx, input: { email: string; role: Role }): Promise<void> {
  const person = await findPersonByEmail(ctx.db, input.email.toLowerCase());
  if (!person) throw fail("not_found", { reason: "nobody with that verified address" });
  await changeRole(ctx, { userId: person.id, role: input.role });
}
