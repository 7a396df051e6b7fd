import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { sha256Hex } from "../../lib/crypto.ts";
import { newId } from "../../lib/ids.ts";
import { recordChangeMade } from "../../audit/record-change.ts";
import { prepareAcceptance } from "../team/prepare-invitation-acceptance.ts";
import { expiryFrom, SESSION_ABSOLUTE_MS } from "./session-lifetime.ts";
import {
  deleteExpiredSessions,
  deleteSessionById,
  findUserByIdentity,
  insertIdentity,
  insertSession,
  insertUser,
  makeOwner,
  type NewIdentity,
  type NewUser,
} from "./store.ts";

/** What the session list shows of a browser. */
export type Device = { userAgent: string | null; country: string | null };

/**
 * `newUser` and `newIdentity` are written with the session or not at all. The session `replaces`, by id, dies.
 * `verifiedEmail` is what the provider vouches for today, `authenticatedAt` (unix ms) when the person last proved who
 * they are there, which may be long ago.
 */
export type OpenSessionInput = {
  token: string;
  userId: string;
  newUser?: NewUser;
  newIdentity?: NewIdentity;
  verifiedEmail: string | null;
  authenticatedAt: number;
  replaces: string | undefined;
  device: Device;
};

/**
 * Signs a person in: person, identity and session in one batch. When another request has just created the same
 * identity, the unique key refuses ours whole and the session is opened for the person who was first.
 * @returns whose session it is and when it dies
 */
export async function openSession(
  ctx: Ctx,
  input: OpenSessionInput,
): Promise<{ userId: string; expiresAt: number }> {
  const { newUser, newIdentity } = input;
  const creation: Statement[] = [];
  if (newUser) creation.push(insertUser(ctx.db, newUser));
  if (newIdentity) creation.push(insertIdentity(ctx.db, newIdentity));
  const session = await prepareSession(ctx, input);
  try {
    await commit(ctx.db, [...creation, ...session.statementsFor(input.userId)]);
    return { userId: input.userId, expiresAt: session.expiresAt };
  } catch (error) {
    if (!newUser || !newIdentity) throw error;
    const first = await findUserByIdentity(ctx.db, newIdentity.provider, newIdentity.subject);
    if (!first) throw error;
    await commit(ctx.db, session.statementsFor(first.id));
    return { userId: first.id, expiresAt: session.expiresAt };
  }
}

async function prepareSession(
  ctx: Ctx,
  { token, replaces, verifiedEmail, authenticatedAt, device }: OpenSessionInput,
) {
  const tokenHash = sha256Hex(token);
  const isOwner = verifiedEmail !== null && ctx.config.auth.ownerEmails.includes(verifiedEmail);
  const acceptanceOf = await prepareAcceptance(ctx, { email: verifiedEmail });
  const absoluteEndAt = ctx.now + SESSION_ABSOLUTE_MS;
  const expiresAt = expiryFrom(ctx.now, absoluteEndAt);

  function statementsFor(userId: string): Statement[] {
    return [
      ...(replaces === undefined ? [] : [deleteSessionById(ctx.db, replaces)]),
      deleteExpiredSessions(ctx.db, userId, ctx.now),
      ...acceptanceOf(userId),
      ...(isOwner
        ? [
            makeOwner(ctx.db, userId, ctx.now),
            recordChangeMade(
              { ...ctx, actor: { type: "system", job: "sign-in" } },
              { action: "team_member.joined", targetId: userId, after: { role: "owner" } },
            ),
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
        authenticatedAt: Math.min(authenticatedAt, ctx.now),
        ...device,
      }),
    ];
  }
  return { expiresAt, statementsFor };
}
