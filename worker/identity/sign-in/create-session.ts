import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { isUnambiguousEmail } from "../../lib/email-address.ts";
import { newId } from "../../lib/ids.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { prepareInvitationAcceptance } from "../team/prepare-invitation-acceptance.ts";
import { sessionExpiry, SESSION_ABSOLUTE_MS } from "./session-lifetime.ts";
import {
  clearBounce,
  deleteExpiredSessions,
  deleteSessionById,
  findUserByIdentity,
  insertIdentity,
  insertSession,
  insertUser,
  promoteToOwner,
  type NewIdentity,
  type NewUser,
} from "./store.ts";

/** The device details in the list of sessions. */
export type SessionDevice = { userAgent: string | null; country: string | null };

/**
 * `newUser` and `newIdentity` are written in the same batch as the session. The session `replacedSessionId` is deleted.
 * `verifiedEmail` is the email that the provider vouches for now, `reachedEmail` the one whose link was opened.
 * `authenticatedAt` (unix milliseconds) is when the user proved who they are, which may be long ago.
 */
export type CreateSessionInput = {
  token: string;
  userId: string;
  newUser?: NewUser;
  newIdentity?: NewIdentity;
  verifiedEmail: string | null;
  reachedEmail: string | null;
  authenticatedAt: number;
  replacedSessionId: string | undefined;
  device: SessionDevice;
};

/**
 * Signs a user in: writes the user, identity and session in one batch. If another request has just created the same
 * identity, the unique key aborts the batch, and the session is created for that request's user.
 * @returns the session's user and expiry
 */
export async function createSession(
  ctx: Ctx,
  input: CreateSessionInput,
): Promise<{ userId: string; expiresAt: number }> {
  const { newUser, newIdentity } = input;
  const insertStatements: Statement[] = [];
  if (newUser) insertStatements.push(insertUser(ctx.db, newUser));
  if (newIdentity) insertStatements.push(insertIdentity(ctx.db, newIdentity));
  const session = await prepareSession(ctx, input);
  try {
    await commit(ctx.db, [
      ...insertStatements,
      ...session.statementsFor(input.userId),
      ...(insertStatements.length > 0
        ? recordEvents(asSignIn(ctx), { userId: input.userId, kinds: ["customer"] })
        : []),
    ]);
    return { userId: input.userId, expiresAt: session.expiresAt };
  } catch (error) {
    if (!newUser || !newIdentity) throw error;
    const existingUser = await findUserByIdentity(
      ctx.db,
      newIdentity.provider,
      newIdentity.subject,
    );
    if (!existingUser) throw error;
    await commit(ctx.db, session.statementsFor(existingUser.id));
    return { userId: existingUser.id, expiresAt: session.expiresAt };
  }
}

/** No user is signed in yet, so the system makes these changes. */
function asSignIn(ctx: Ctx): Ctx {
  return { ...ctx, actor: { type: "system", job: "sign-in" } };
}

async function prepareSession(ctx: Ctx, input: CreateSessionInput) {
  const { token, replacedSessionId, verifiedEmail, reachedEmail, authenticatedAt, device } = input;
  const tokenHash = sha256Hex(token);
  const roleEmail =
    verifiedEmail !== null && isUnambiguousEmail(verifiedEmail) ? verifiedEmail : null;
  const isOwner = roleEmail !== null && ctx.config.auth.ownerEmails.includes(roleEmail);
  const invitationStatementsFor = await prepareInvitationAcceptance(ctx, { email: roleEmail });
  const absoluteEndAt = ctx.now + SESSION_ABSOLUTE_MS;
  const expiresAt = sessionExpiry(ctx.now, absoluteEndAt);

  function statementsFor(userId: string): Statement[] {
    return [
      ...(replacedSessionId === undefined ? [] : [deleteSessionById(ctx.db, replacedSessionId)]),
      deleteExpiredSessions(ctx.db, userId, ctx.now),
      ...(reachedEmail === null
        ? []
        : [clearBounce(ctx.db, { userId, email: reachedEmail, now: ctx.now })]),
      ...invitationStatementsFor(userId),
      ...(isOwner
        ? [
            promoteToOwner(ctx.db, userId, ctx.now),
            recordChangeIfApplied(asSignIn(ctx), {
              action: "team_member.joined",
              targetId: userId,
              after: { role: "owner" },
            }),
          ]
        : []),
      insertSession(ctx.db, {
        tokenHash,
        id: newId("ses", ctx.now),
        userId,
        createdAt: ctx.now,
        lastSeenAt: ctx.now,
        expiresAt,
        absoluteEndAt,
        authenticatedAt,
        // Also what decides about roles: an address that other characters stand for is nobody's.
        verifiedEmail: roleEmail,
        ...device,
      }),
    ];
  }
  return { expiresAt, statementsFor };
}
