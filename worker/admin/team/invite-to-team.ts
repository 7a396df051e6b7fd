import type { Role } from "../../shared/roles.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { logFailure } from "../../lib/log.ts";
import { DAY } from "../../lib/time.ts";
import { recordChange, recordChangeIfApplied } from "../../audit/record-change.ts";
import { deliverEmail } from "../../email-sender/deliver-email.ts";
import { changeRole } from "./change-role.ts";
import {
  findActiveUserByEmail,
  findInvitationById,
  insertInvitation,
  renewInvitation,
  markInvitationRevoked,
  revokeInvitationsForEmail,
  type InvitationRow,
} from "../../identity/team/store.ts";
import { renderInvitationEmail } from "./render-invitation-email.ts";

const INVITATION_LIFETIME_MS = 14 * DAY;

/** `joined`: the user is on the team now. `emailed` or `not_emailed`: invited, and whether the email was sent. */
export type InvitationResult = { outcome: "joined" | "emailed" | "not_emailed" };

/**
 * Adds a user to the team by email address. A user who has signed in with this address joins immediately; anyone else
 * joins when they sign in with it, verified by their provider, within 14 days. Replaces an earlier invitation.
 */
export async function inviteToTeam(
  ctx: UserCtx,
  input: { email: string; role: Exclude<Role, "buyer"> },
): Promise<InvitationResult> {
  const email = input.email.toLowerCase();
  const user = await findActiveUserByEmail(ctx.db, email);
  if (user) {
    await changeRole(ctx, { userId: user.id, role: input.role });
    return { outcome: "joined" };
  }
  const invitation: InvitationRow = {
    id: newId("inv", ctx.now),
    email,
    role: input.role,
    invitedBy: ctx.actor.userId,
    createdAt: ctx.now,
    expiresAt: ctx.now + INVITATION_LIFETIME_MS,
    acceptedAt: null,
    revokedAt: null,
  };
  await commit(ctx.db, [
    revokeInvitationsForEmail(ctx.db, email, ctx.now),
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
 * Sends the invitation email again and restarts its 14 days.
 * @throws `not_found` if it was accepted, revoked, or never existed
 */
export async function resendInvitation(
  ctx: UserCtx,
  input: { id: string },
): Promise<InvitationResult> {
  const expiresAt = ctx.now + INVITATION_LIFETIME_MS;
  const [renewed] = await commit(ctx.db, [
    renewInvitation(ctx.db, input.id, expiresAt),
    recordChangeIfApplied(ctx, {
      action: "invitation.renewed",
      targetId: input.id,
      after: { expiresAt },
    }),
  ]);
  const invitation = renewed?.meta.changes ? await findInvitationById(ctx.db, input.id) : undefined;
  if (!invitation) throw fail("not_found", { reason: "no open invitation" });
  return { outcome: await sendInvitation(ctx, invitation) };
}

/**
 * Revokes an open invitation.
 * @throws `not_found` if it was accepted, revoked, or never existed
 */
export async function revokeInvitation(ctx: UserCtx, input: { id: string }): Promise<void> {
  const [revoked] = await commit(ctx.db, [
    markInvitationRevoked(ctx.db, input.id, ctx.now),
    recordChangeIfApplied(ctx, { action: "invitation.revoked", targetId: input.id }),
  ]);
  if (!revoked?.meta.changes) throw fail("not_found", { reason: "no open invitation" });
}

/** Sends the email. If that fails, the invitation stays valid: the result tells the owner, who can pass it on. */
async function sendInvitation(
  ctx: UserCtx,
  invitation: InvitationRow,
): Promise<InvitationResult["outcome"]> {
  const sender = ctx.config.auth.emailSender;
  if (!sender) return "not_emailed";
  try {
    const message = await renderInvitationEmail(ctx, invitation);
    const idempotencyKey = `${invitation.id}:${invitation.expiresAt}`;
    await deliverEmail(sender, { to: invitation.email, ...message, idempotencyKey });
    return "emailed";
  } catch (error) {
    logFailure(ctx, "invitation.not_emailed", error, { invitation: invitation.id });
    return "not_emailed";
  }
}
