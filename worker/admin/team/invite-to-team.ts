import type { Role } from "../../lib/roles.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { DAY } from "../../lib/time.ts";
import { recordChange, recordChangeMade } from "../../audit/record-change.ts";
import { deliverEmail } from "../../email/deliver-email.ts";
import { readShop } from "../../settings/shop-settings.ts";
import { changeRole } from "./change-role.ts";
import {
  findPersonByEmail,
  insertInvitation,
  renewInvitation,
  revokeInvitation,
  revokeInvitationsOf,
  type InvitationRow,
} from "../../identity/team/store.ts";
import { writeInvitation } from "./render-invitation-email.ts";

const INVITATION_MS = 14 * DAY;

/** What became of an invitation: `joined` at once, or `invited` with or without a mail that says so. */
export type Invited = { outcome: "joined" | "mailed" | "not_mailed" };

/**
 * Takes a person onto the team by their address. Who has signed in with it before is on it at once; anybody else when
 * they sign in with it, verified by their provider, within 14 days. A new invitation replaces the one before.
 */
export async function inviteToTeam(
  ctx: UserCtx,
  input: { email: string; role: Exclude<Role, "buyer"> },
): Promise<Invited> {
  const email = input.email.toLowerCase();
  const person = await findPersonByEmail(ctx.db, email);
  if (person) {
    await changeRole(ctx, { userId: person.id, role: input.role });
    return { outcome: "joined" };
  }
  const invitation: InvitationRow = {
    id: newId("inv", ctx.now),
    email,
    role: input.role,
    invitedBy: ctx.actor.userId,
    createdAt: ctx.now,
    expiresAt: ctx.now + INVITATION_MS,
    acceptedAt: null,
    revokedAt: null,
  };
  await commit(ctx.db, [
    revokeInvitationsOf(ctx.db, email, ctx.now),
    insertInvitation(ctx.db, invitation),
    recordChange(ctx, {
      action: "invitation.created",
      targetId: invitation.id,
      after: { email, role: input.role },
    }),
  ]);
  return { outcome: await sendInvitation(ctx, invitation) };
}

/**
 * Sends the mail again and lets the invitation begin anew.
 * @throws `not_found` where it is accepted, revoked, or never was
 */
export async function resendInvitation(ctx: UserCtx, input: { id: string }): Promise<Invited> {
  const expiresAt = ctx.now + INVITATION_MS;
  const [[invitation]] = await ctx.db.batch([
    renewInvitation(ctx.db, input.id, expiresAt),
    recordChangeMade(ctx, {
      action: "invitation.renewed",
      targetId: input.id,
      after: { expiresAt },
    }),
  ]);
  if (!invitation) throw fail("not_found", { reason: "no open invitation" });
  return { outcome: await sendInvitation(ctx, invitation) };
}

/** @throws `not_found` where it is accepted, revoked, or never was */
export async function withdrawInvitation(ctx: UserCtx, input: { id: string }): Promise<void> {
  const [[invitation]] = await ctx.db.batch([
    revokeInvitation(ctx.db, input.id, ctx.now),
    recordChangeMade(ctx, { action: "invitation.revoked", targetId: input.id }),
  ]);
  if (!invitation) throw fail("not_found", { reason: "no open invitation" });
}

/** An invitation stands also where its mail does not arrive: the owner is told, and can say it in another way. */
async function sendInvitation(
  ctx: UserCtx,
  invitation: InvitationRow,
): Promise<Invited["outcome"]> {
  const sender = ctx.config.auth.emailSender;
  if (!sender) return "not_mailed";
  try {
    const { name } = await readShop(ctx);
    const message = await writeInvitation(invitation, { name, origin: ctx.config.origin });
    const idempotencyKey = `${invitation.id}:${invitation.expiresAt}`;
    await deliverEmail(sender, { to: invitation.email, ...message, idempotencyKey });
    return "mailed";
  } catch (error) {
    logEvent("error", "invitation.not_mailed", {
      invitation: invitation.id,
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
    return "not_mailed";
  }
}
