import type { Actor, Ctx, Profile } from "../../context.ts";
import { digestHex } from "../../lib/crypto.ts";
import { sessionExpiry, SESSION_REFRESH_MS } from "./session-lifetime.ts";
import { extendSession, findActiveSession } from "./store.ts";

/** The session of a token. If `isExtended` is true, the cookie needs the new expiry. */
export type ResumedSession = {
  actor: Extract<Actor, { type: "user" }>;
  profile: Profile;
  expiresAt: number;
  isExtended: boolean;
};

/**
 * Returns the active session of a token, with one read, and one write per day. Role and status are current.
 * @returns null if the token is unknown, expired or revoked, or the user is disabled or deleted
 * @throws if the database can't be read, which doesn't mean signed out
 */
export async function resumeSession(
  ctx: Ctx,
  input: { token: string },
): Promise<ResumedSession | null> {
  const tokenHash = await digestHex(input.token);
  const row = await findActiveSession(ctx.db, tokenHash, ctx.now);
  if (!row) return null;
  const isExtended = ctx.now - row.lastSeenAt >= SESSION_REFRESH_MS;
  const expiresAt = isExtended ? sessionExpiry(ctx.now, row.absoluteEndAt) : row.expiresAt;
  if (isExtended) await extendSession(ctx.db, tokenHash, ctx.now, expiresAt);
  const {
    sessionId,
    authenticatedAt,
    verifiedEmail,
    signedInAt,
    id,
    name,
    email,
    image,
    role,
    locale,
    timeZone,
  } = row;
  const emailVerified = row.emailVerified === 1;
  return {
    actor: {
      type: "user",
      userId: id,
      role,
      sessionId,
      authenticatedAt,
      verifiedEmail,
      signedInAt,
    },
    profile: { id, name, email, emailVerified, image, role, locale, timeZone },
    expiresAt,
    isExtended,
  };
}
